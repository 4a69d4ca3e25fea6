import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Measures what needs large data, too. */
  scale: boolean;
  /** The sections to measure; null for all. */
  only: readonly string[] | null;
  /** The pages to measure, by their addresses (`/loans/:id`) or titles; null for all. */
  pages: readonly string[] | null;
  /** How often each contestant runs; null for what each section usually takes. */
  rounds: number | null;
}

/** Thrown where the words of the command line are off; the message says how to call it. */
export class UsageError extends Error {}

/** Whether a page is to be measured. */
export function isWanted({ pages }: BenchOptions, page: string): boolean {
  return pages?.includes(page) ?? true;
}

/** Reads the command line. Throws a UsageError. */
export function readOptions(args: string[], sections: readonly string[]): BenchOptions {
  const usage = `Usage: npm run bench -- [--scale] [--rounds N] [--only SECTION]… [--page PAGE]…\nSections: ${sections.join(', ')}`;
  try {
    const { values } = parseArgs({
      args,
      options: {
        scale: { type: 'boolean', default: false },
        rounds: { type: 'string' },
        only: { type: 'string', multiple: true },
        page: { type: 'string', multiple: true },
      },
    });
    const unknown = values.only?.find((name) => !sections.includes(name));
    if (unknown !== undefined) throw new Error(`There is no section "${unknown}".`);
    if (values.rounds !== undefined && !/^[1-9]\d?$/.test(values.rounds)) {
      throw new Error('--rounds must be a whole number from 1 to 99.');
    }
    const rounds = values.rounds === undefined ? null : Number(values.rounds);
    return { scale: values.scale, only: values.only ?? null, pages: values.page ?? null, rounds };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`);
  }
}
