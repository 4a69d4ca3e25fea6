import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/**
 * A regular expression whose time grows with the square of a text freezes the page or the server that meets a long
 * one: a name from the service, a pasted list, an address. Each one gets long texts made of its own characters.
 */
const LENGTH = 20_000;
/** Linear ones take less than a millisecond; those that grow with the square take hundreds. */
const MOST_MS = 60;

/** Characters that stand for the classes an expression may name. */
const USUAL = [' ', '0', '1', 'a', 'A', '.', '-', '/', '=', '"', '\\', ',', ';', 'é'];

interface Found {
  file: string;
  pattern: string;
  flags: string;
}

const root = join(import.meta.dirname, '..', '..');

function expressionsIn(folder: string): Found[] {
  return sourcesIn(folder).flatMap((file) => {
    const found: Found[] = [];
    collect(parseSync(file, readFileSync(join(root, file), 'utf8')).program, (regex) => {
      found.push({ file, ...regex });
    });
    return found;
  });
}

function collect(node: unknown, take: (regex: { pattern: string; flags: string }) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if ('regex' in node && node.regex) take(node.regex as { pattern: string; flags: string });
  for (const part of Object.values(node)) collect(part, take);
}

/** Long texts that an expression may begin to match again and again, each ended so that it fails. */
function* attacksOn({ pattern }: Found): Generator<string> {
  const plain = pattern.replace(/\\./g, '');
  const own = [...new Set(plain)].filter((character) => !/[\^$|?*+(){}[\]]/.test(character)).slice(0, 12);
  const words = (pattern.match(/[A-Za-z]{2,}/g) ?? []).slice(0, 4);
  const long = (part: string) => part.repeat(Math.ceil(LENGTH / part.length));
  for (const part of new Set([...USUAL, ...own, ...words])) {
    for (const end of ['\u0001', '1', 'x', ' ']) yield `${long(part)}${end}`;
    yield `1${long(part)}1`;
  }
  for (const one of ['0', 'a', ...own.slice(0, 6), ...words]) {
    for (const two of [' ', '0', 'a', ...own.slice(0, 6)]) yield `x${long(one + two)}\u0001`;
  }
}

/** The processor time of this process, which other programs on the machine do not lengthen. */
function processorMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function slowest(found: Found): string | null {
  const expression = new RegExp(found.pattern, found.flags);
  const use = (text: string) => void text.replace(expression, '');
  for (const text of attacksOn(found)) {
    if (processorMs(() => use(text)) < MOST_MS) continue;
    // Once more, since the first run compiles the expression and may have met the collector.
    const ms = Math.min(
      processorMs(() => use(text)),
      processorMs(() => use(text)),
    );
    if (ms >= MOST_MS) return `${Math.round(ms)} ms for ${JSON.stringify(text.slice(0, 12))}…`;
  }
  return null;
}

test('an expression that takes quadratic time is found', () => {
  for (const pattern of ['0+$', '\\s*\\[ref', '\\B(?=(\\d{3})+$)']) {
    expect(slowest({ file: '', pattern, flags: 'g' }), pattern).not.toBeNull();
  }
  for (const pattern of ['^0+(?=\\d)', '[^a-z]', '^\\d{1,3}(?:,\\d{3})*$']) {
    expect(slowest({ file: '', pattern, flags: 'g' }), pattern).toBeNull();
  }
});

test('no expression of the program takes quadratic time', () => {
  const all = ['dashboard', 'contract', 'gateway', 'server', 'service'].flatMap((room) =>
    expressionsIn(`src/${room}`),
  );
  expect(all.length).toBeGreaterThan(80);
  const slow = all.flatMap((found) => {
    const how = slowest(found);
    return how === null ? [] : [`${found.file}: /${found.pattern}/${found.flags} takes ${how}`];
  });
  expect(slow).toEqual([]);
});

function sourcesIn(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /(?<!\.test)\.tsx?$/.test(name)).map((name) => join(folder, name));
}
