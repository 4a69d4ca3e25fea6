import { CommandError } from '../commands/command.ts';

/** Something in a file that keeps it from being imported. */
export interface Fault {
  file: string;
  /** Absent if the fault is about the whole file. */
  line?: number | undefined;
  field?: string | undefined;
  /** What is wrong and what to do, as the end of a sentence that begins with the field. */
  message: string;
}

/** Further faults are only counted. */
const MOST_SHOWN = 50;

/** Throws a CommandError that lists the faults, if there are any. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const lines = faults.slice(0, MOST_SHOWN).map(({ file, line, field, message }) => {
    const place = line === undefined ? file : `${file}:${line}`;
    return [place, field, message].filter(Boolean).join(': ');
  });
  const more = faults.length - lines.length;
  if (more > 0) lines.push(`… and ${more} more`);
  const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
  throw new CommandError(`Nothing was imported: ${count}.\n${lines.join('\n')}`);
}

/** A value as a fault shows it. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
