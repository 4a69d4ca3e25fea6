import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** The addresses of deploy/cluster as they are on this machine: a port of its own for each, on the loopback interface. */
export interface Places {
  /** The port of this machine that stands for an address such as `10.0.0.11:5432`. */
  portOf(address: string): number;
  /** A file of deploy/cluster for this machine. Throws if it has none of what is to be replaced. */
  localFile(name: string, replacements?: readonly (readonly [string, string])[], member?: Member): string;
}

/** The machine that a file is for, where it is written for the first of several. */
interface Member {
  first: { name: string; host: string };
  own: { name: string; host: string };
}

/** Lines that name all machines are the same on each. */
const OF_ALL = /hosts:|INITIAL_CLUSTER=/;

export async function createPlaces(): Promise<Places> {
  const free = await freePorts(48);
  const ports = new Map<string, number>();
  const portOf = (address: string) => {
    const port = ports.get(address) ?? free.pop();
    if (!port) throw new Error('There are more addresses than ports.');
    ports.set(address, port);
    return port;
  };
  const localize = (text: string) =>
    text
      .replace(/\b(10\.0\.0\.\d+|127\.0\.0\.1):(\d+)/g, (all) => `127.0.0.1:${portOf(all)}`)
      .replace(
        /\baddr (10\.0\.0\.\d+) port (\d+)/g,
        (_, host, port) => `addr 127.0.0.1 port ${portOf(`${host}:${port}`)}`,
      )
      .replaceAll('10.0.0.0/24', '127.0.0.1/32');
  return {
    portOf,
    localFile(name, replacements = [], member) {
      let text = readFileSync(join('deploy', 'cluster', name), 'utf8');
      if (member) text = ofMember(text, member);
      for (const [from, to] of replacements) {
        if (!text.includes(from)) throw new Error(`deploy/cluster/${name} has no "${from}"`);
        text = text.replaceAll(from, to);
      }
      return localize(text);
    },
  };
}

function ofMember(text: string, { first, own }: Member): string {
  return text
    .split('\n')
    .map((line) =>
      OF_ALL.test(line) ? line : line.replaceAll(first.host, own.host).replaceAll(first.name, own.name),
    )
    .join('\n');
}

/** The settings of an environment file. */
export function settingsOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
}

/** Ports below those that the system gives to outgoing connections, which could take one before it is used. */
async function freePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  for (let port = 20_000 + (process.pid % 90) * 100; found.length < count; port += 1) {
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) found.push(port);
  }
  return found;
}
