import { loadavg } from 'node:os';
import { readOptions, UsageError } from './options.ts';
import { type Measured, occasion, tableOf } from './report.ts';
import { cancellations } from './sections/cancellations.ts';
import { customers } from './sections/customers.ts';
import { firstLoad } from './sections/first-load.ts';
import { gateway } from './sections/gateway.ts';
import { journal } from './sections/journal.ts';
import { keystrokes } from './sections/keystrokes.ts';
import { load } from './sections/load.ts';
import { loanBook } from './sections/loan-book.ts';
import { navigation } from './sections/navigation.ts';
import { scrolling } from './sections/scrolling.ts';
import { service } from './sections/service.ts';
import { steadiness } from './sections/steadiness.ts';
import { stories } from './sections/stories.ts';
import { streams } from './sections/streams.ts';
import { createStage, type Stage } from './stage.ts';

interface Section {
  measure: (stage: Stage) => Promise<Measured>;
  /** It needs large data or many processes, so it is measured with --scale, or where it is asked for by name. */
  large?: true;
}

/** Every section by the name under which `--only` picks it. */
const SECTIONS: Record<string, Section> = {
  'first-load': { measure: firstLoad },
  navigation: { measure: navigation },
  keystrokes: { measure: keystrokes },
  steadiness: { measure: steadiness },
  gateway: { measure: gateway },
  cancellations: { measure: cancellations },
  stories: { measure: stories },
  load: { measure: load, large: true },
  streams: { measure: streams, large: true },
  customers: { measure: customers, large: true },
  scrolling: { measure: scrolling, large: true },
  'loan-book': { measure: loanBook, large: true },
  service: { measure: service, large: true },
  journal: { measure: journal, large: true },
};

/** Measures what the command line asks for and prints one table. Ends all that it started, also on a signal. */
export async function runBench(args: string[]): Promise<void> {
  let stage: Stage;
  try {
    stage = createStage(readOptions(args, Object.keys(SECTIONS)));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    return;
  }
  const measured: Measured[] = [];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // What took minutes to measure is not lost with what is left.
      if (measured.length > 0) console.log(`\n${tableOf(measured)}`);
      void stage.end().then(() => process.exit(1));
    });
  }
  try {
    const { only, scale } = stage.options;
    const wanted = Object.entries(SECTIONS).filter(([name, { large }]) =>
      only ? only.includes(name) : scale || !large,
    );
    for (const [name, { measure }] of wanted) {
      console.log(`Measuring ${name} (load ${loadavg()[0]?.toFixed(1)}) …`);
      measured.push(await measure(stage).catch((error: unknown) => failed(name, error)));
    }
    if (measured.some(({ failure }) => failure)) process.exitCode = 1;
    const chromium = (await stage.browser()).version();
    console.log(`\n${tableOf(measured)}\n\n${occasion(chromium)}`);
  } finally {
    await stage.end();
  }
}

/** One section that fails takes no other with it. */
function failed(name: string, error: unknown): Measured {
  return { title: name, lines: [], failure: error instanceof Error ? error.message : String(error) };
}
