import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { DatabaseAddress, OpenPool } from '#server/db/open.ts';

/** A command for the keyboard. */
export interface Command<Input> {
  /** How to call it: what `--help` prints, and what follows the message of a UsageError. */
  usage: string;
  /**
   * Reads the arguments and the files that they name, before any database is open. The result goes as JSON to the
   * process that has the database open. Throws a CommandError.
   */
  read: (args: string[]) => Input;
  /** Does the work and says its lines. Throws a CommandError. */
  run: (database: OpenPool, input: Input, say: Say) => Promise<void>;
  /** Opens the database; without it, it is opened with the service's tables brought up to date. */
  open?: (from: DatabaseAddress) => Promise<OpenPool>;
}

export type Say = (line: string) => void;

/** A failure that the user can mend; its message says how. */
export class CommandError extends Error {}

/** What is wrong with a command's arguments. */
export class UsageError extends CommandError {}

/** Reads a command's arguments. Throws a UsageError that ends with how to call the command. */
export function readInput<Input>(command: Command<Input>, args: string[]): Input {
  try {
    return command.read(args);
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${error.message}\n\n${command.usage}`);
    throw error;
  }
}

/** Parses arguments. Throws a UsageError that names the one at fault and the options that there are. */
export function readOptions<T extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: T) {
  try {
    const { values, tokens } = parseArgs({ args, options, tokens: true });
    const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const twice = given.find((name, at) => given.indexOf(name) < at);
    if (twice) throw new Error(`Option '--${twice}' is given twice`);
    return values;
  } catch (error) {
    const message = (error as Error).message.split('. ')[0];
    const names = Object.keys(options).map((name) => `--${name}`);
    throw new UsageError(`${message}. The options are ${[...names, '--help'].join(', ')}.`);
  }
}

/** The longest name of an organisation. */
const MAX_NAME_LENGTH = 200;

/** The name of an organisation that an option gives, without spaces around it. Throws a UsageError that names the option. */
export function readOrganisationName(option: string, given: string | undefined): string {
  const name = given?.trim() ?? '';
  if (name === '') throw new UsageError(`--${option} is missing.`);
  if (name.length <= MAX_NAME_LENGTH) return name;
  throw new UsageError(`--${option} must have at most ${MAX_NAME_LENGTH} characters.`);
}
