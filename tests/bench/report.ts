import { cpus, loadavg, type } from 'node:os';

/** One measured figure. */
export interface Line {
  what: string;
  /** What was reached, in words. */
  figure: string;
  /** The least and the greatest of the rounds, or what else tells how sure the figure is. */
  spread: string;
  /** What had to be reached, in words; empty where a figure only explains another. */
  bar: string;
  /** Null where there is no bar. */
  reached: boolean | null;
}

/** What a section of the bench came to: figures, or why there are none. */
export interface Measured {
  title: string;
  lines: Line[];
  skipped?: string;
  failure?: string;
}

/** A figure that must not exceed a bound. */
export function atMost(value: number, bound: number, line: Omit<Line, 'reached'>): Line {
  return { ...line, reached: value <= bound };
}

/** A figure that must not stay below a bound. */
export function atLeast(value: number, bound: number, line: Omit<Line, 'reached'>): Line {
  return { ...line, reached: value >= bound };
}

/** A figure without a bar, which explains another. */
export function aside(what: string, figure: string, spread = ''): Line {
  return { what: `  ${what}`, figure, spread, bar: '', reached: null };
}

/** Where and when the figures were taken, and how busy the machine was. */
export function occasion(chromium: string): string {
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
  const processors = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processor'}`;
  const day = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return `${day} UTC, ${type()}, ${processors}, Node ${process.version}, Chromium ${chromium}, load ${load}`;
}

const HEAD = ['', 'figure', 'spread', 'bar', ''];

/** Writes the sections as one table for the terminal. */
export function tableOf(sections: readonly Measured[]): string {
  const rows = sections.flatMap(({ lines }) => lines.map(cellsOf));
  const widths = HEAD.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const write = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const text = [write(HEAD)];
  for (const { title, lines, skipped, failure } of sections) {
    text.push('', title, ...lines.map((line) => write(cellsOf(line))));
    if (skipped) text.push(`not measured: ${skipped}`);
    if (failure) text.push(`FAILED: ${failure}`);
  }
  const judged = sections.flatMap(({ lines }) => lines).filter(({ reached }) => reached !== null);
  const reached = judged.filter((line) => line.reached).length;
  return [...text, '', `${reached} of ${judged.length} bars reached.`].join('\n');
}

function cellsOf({ what, figure, spread, bar, reached }: Line): string[] {
  return [what, figure, spread, bar, reached === null ? '' : reached ? 'reached' : 'NOT reached'];
}
