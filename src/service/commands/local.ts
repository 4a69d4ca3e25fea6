import { rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { FolderInUse } from '#server/db/lock.ts';
import type { OpenPool } from '#server/db/open.ts';
import { describeStartFailure } from '#server/start-failure.ts';
import { readServiceConfig } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { type Command, CommandError, readInput, type Say } from './command.ts';
import { COMMANDS, type CommandName } from './registry.ts';

/**
 * Only one process can open an embedded database. That process takes commands from others over a Unix socket that only
 * this user can reach, so `npm run demo:orders` works while `npm start` runs.
 */

/** How long a command has to end when Pledge stops. */
const STOP_MS = 500;

/** Takes commands on the control socket; those on the service's tables only if `hasService`. Returns how to stop. */
export async function serveCommands(
  database: OpenPool,
  socket: string,
  hasService = true,
): Promise<() => Promise<void>> {
  const server = createServer(async (incoming, outgoing) => {
    const send = (part: { line: string } | { failure: string }) =>
      outgoing.write(`${JSON.stringify(part)}\n`);
    // Also while the command arrives: a caller that leaves then must not end this process.
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const { name, input } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
        name: CommandName;
        input: unknown;
      };
      // Sent at once: until then, the caller can't tell a stop from a folder that is in use.
      outgoing.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders();
      const command = commandOf(name);
      // A command that opens a database in its own way needs no tables of the service.
      if (!hasService && !command.open) throw new CommandError(NO_SERVICE);
      await command.run(database, input, (line) => send({ line }));
    } catch (error) {
      send({ failure: error instanceof Error ? error.message : String(error) });
    }
    outgoing.end();
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return async () => {
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => server.closeAllConnections(), STOP_MS);
      server.close(() => {
        clearTimeout(late);
        resolve();
      });
    });
    rmSync(socket, { force: true });
  };
}

/** Runs a command of this process's command line, here or in the process that has the database open. */
export async function runCommand(name: CommandName): Promise<void> {
  const args = process.argv.slice(2);
  // The database's files are for the user who runs this.
  process.umask(0o077);
  // A reader of only the beginning (`| head`) has seen enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const command = commandOf(name);
  if (args.includes('--help') || args.includes('-h')) return void say(command.usage);
  try {
    const input = readInput(command, args);
    const config = readServiceConfig(process.env);
    let database: OpenPool;
    try {
      database = await (command.open?.(config) ?? openDatabase(config, 'commands'));
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      await askHolder(error, name, input, say);
      return;
    }
    try {
      await command.run(database, input, say);
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(error instanceof CommandError ? error.message : describeStartFailure(error));
    process.exitCode = 1;
  }
}

/** A command by its name; what it reads is what it runs on. */
function commandOf(name: CommandName): Command<unknown> {
  return COMMANDS[name] as Command<unknown>;
}

const NO_SERVICE =
  'Pledge runs here in front of another service (SERVICE_URL). This command is for the service in Pledge itself.';

const STOPPED = 'Pledge stopped while it ran this command. Start it again and check what was done.';

async function askHolder(held: FolderInUse, name: CommandName, input: unknown, say: Say) {
  await new Promise<void>((resolve, reject) => {
    const call = request({ socketPath: held.holder.controlSocket, method: 'POST' }, (reply) => {
      let rest = '';
      reply.setEncoding('utf8');
      reply.on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const part = JSON.parse(line) as { line: string } | { failure: string };
          if ('failure' in part) reject(new CommandError(part.failure));
          else say(part.line);
        }
      });
      reply.on('end', resolve);
      reply.on('error', () => reject(new CommandError(STOPPED)));
    });
    call.on('error', () => reject(held));
    call.end(JSON.stringify({ name, input }));
  });
}
