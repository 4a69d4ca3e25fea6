import type { OpenPool } from '#server/db/open.ts';
import { type Command, readInput } from '#service/commands/command.ts';

/** Runs a command as the command line does, on a database of the test's own. Returns the lines that it says. */
export async function runOn<Input>(
  database: OpenPool,
  command: Command<Input>,
  args: string[],
): Promise<string[]> {
  const lines: string[] = [];
  await command.run(database, readInput(command, args), (line) => void lines.push(line));
  return lines;
}
