import type { OpenDatabase } from '../db/open.ts';

/** A command for the keyboard: does its work on an open database and says its lines; throws UsageError. */
export type Command = (database: OpenDatabase, args: string[], say: (line: string) => void) => Promise<void>;

/** Thrown where a command's words are off; the message says how to call it. */
export class UsageError extends Error {}
