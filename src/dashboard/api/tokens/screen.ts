import {
  type Bounds,
  isBounded,
  isWithin,
  NO_BOUNDS,
  readBounds,
  writtenBounds,
} from '#dashboard/lib/bounds.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { CHOICE_FIELDS, fieldOf, NUMBER_FIELDS, type TokenRow } from './token-fields.ts';

/** What tokens are narrowed by here; every part of it has to hold. */
export interface Screen {
  choices: Readonly<Record<string, readonly string[]>>;
  /** By field: the bounds that a figure has to keep. */
  ranges: Readonly<Record<string, Bounds>>;
}

const LONGEST_TEXT = 200;
const MOST_CHOICES = 50;

/** The screen of an address; a value that makes no sense narrows nothing. */
export function readScreen(search: URLSearchParams): Screen {
  const choices: Record<string, readonly string[]> = {};
  for (const { id } of CHOICE_FIELDS) {
    const texts = search.getAll(id).filter((text) => text !== '' && text.length <= LONGEST_TEXT);
    if (texts.length > 0) choices[id] = [...new Set(texts)].slice(0, MOST_CHOICES);
  }
  const ranges: Record<string, Bounds> = {};
  for (const { id } of NUMBER_FIELDS) {
    const [text, ...more] = search.getAll(id);
    const bounds = text !== undefined && more.length === 0 ? readBounds(text) : null;
    if (bounds) ranges[id] = bounds;
  }
  return { choices, ranges };
}

/** An address's query with another screen in it; the rest of it stays. */
export function withScreen(search: URLSearchParams, screen: Screen): URLSearchParams {
  const choices = CHOICE_FIELDS.map(({ id }) => [id, screen.choices[id]] as const);
  const ranges = NUMBER_FIELDS.map(({ id }) => [id, writtenBounds(screen.ranges[id] ?? NO_BOUNDS)] as const);
  return withParams(search, Object.fromEntries([...choices, ...ranges]));
}

export function countConditions(screen: Screen): number {
  const choices = Object.values(screen.choices).filter((values) => values.length > 0).length;
  return choices + Object.values(screen.ranges).filter(isBounded).length;
}

/** A test for many tokens. One that lacks what is asked about doesn't pass. */
export function screenTest(screen: Screen): (token: TokenRow) => boolean {
  const choices = Object.entries(screen.choices)
    .filter(([, values]) => values.length > 0)
    .map(([id, values]) => ({ read: fieldOf(id).read, values: new Set(values.map(fold)) }));
  const ranges = Object.entries(screen.ranges)
    .filter(([, bounds]) => isBounded(bounds))
    .map(([id, bounds]) => ({ bounds, read: figureReader(id) }));
  return (token) => {
    for (const { read, values } of choices) {
      const value = read(token);
      if (value === undefined || value === null || !values.has(fold(String(value)))) return false;
    }
    return ranges.every(({ read, bounds }) => isWithin(read(token), bounds));
  };
}

/** Reads a field's figure as a screen compares it: shares in percent, to a hundredth of a percent's hundredth. */
function figureReader(id: string): (token: TokenRow) => number | null {
  const { kind, read } = fieldOf(id);
  return (token) => {
    const value = read(token);
    if (typeof value !== 'number') return null;
    return kind === 'share' ? Number((value * 100).toFixed(4)) : value;
  };
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
