import { INVESTMENT_TYPES } from '#contract/tokens.ts';
import {
  type Bounds,
  isBounded,
  isWithin,
  NO_BOUNDS,
  readBounds,
  writtenBounds,
} from '#dashboard/lib/bounds.ts';
import { withPlainApostrophes } from '#dashboard/lib/name-rank.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { CHOICE_FIELDS, fieldOf, NUMBER_FIELDS, type TokenRow } from './token-fields.ts';

/** Active tokens are neither exited nor closed, which is what the service calls a cancelled deal. */
export const TOKEN_STATUSES = ['active', 'exited', 'closed', 'all'] as const;

export type TokenStatus = (typeof TOKEN_STATUSES)[number];

/** What the list of tokens is narrowed by. An empty text or null narrows nothing. */
export type TokenFilter = ReturnType<typeof readTokenFilter>;

const FLAGS = ['private', 'primary_raise', 'completed_raise'] as const;

/** The filter of an address; a value that makes no sense narrows nothing. */
export function readTokenFilter(search: URLSearchParams) {
  const flag = (name: (typeof FLAGS)[number]) => {
    const [text, ...more] = search.getAll(name);
    if (more.length > 0) return null;
    return text === 'true' ? true : text === 'false' ? false : null;
  };
  return {
    text: textOf(search.get('name')),
    /** Null is the default: active tokens, and in a search all of them. */
    status: TOKEN_STATUSES.find((status) => status === search.get('status')) ?? null,
    private: flag('private'),
    /** In its primary raise, or in secondaries. */
    primary_raise: flag('primary_raise'),
    completed_raise: flag('completed_raise'),
    ...readScreen(search),
  };
}

export const NO_FILTER = readTokenFilter(new URLSearchParams());

/** An address's query with another filter in it; the rest of it stays. */
export function withTokenFilter(search: URLSearchParams, filter: TokenFilter): URLSearchParams {
  const next = withScreen(search, filter);
  next.delete('view');
  const flags = FLAGS.map((name) => [name, filter[name]?.toString()] as const);
  return withParams(next, { name: filter.text, status: filter.status, ...Object.fromEntries(flags) });
}

/** The address of the tokens that pass a filter. */
export function tokensAddress(filter: Partial<TokenFilter>): string {
  const search = withTokenFilter(new URLSearchParams(), { ...NO_FILTER, ...filter });
  return search.size === 0 ? '/tokens' : `/tokens?${search}`;
}

/** How many of its parts narrow something, besides the status. */
export function countTokenFilters(filter: TokenFilter): number {
  const flags = FLAGS.filter((name) => filter[name] !== null).length;
  return Number(filter.text !== '') + flags + countConditions(filter);
}

export function statusOf({ status, text }: Pick<TokenFilter, 'status' | 'text'>): TokenStatus {
  return status ?? (text === '' ? 'active' : 'all');
}

/** The fields that the search and the single token carry, and the list of active tokens does not. */
export const CLASSIFIED: ReadonlySet<string> = new Set([
  'investment_category',
  'payout_frequency',
  'cancelled',
]);

export function asksClassified(search: URLSearchParams): boolean {
  const sort = search.get('sort')?.replace(/^-/, '') ?? '';
  return [sort, ...(search.get('cols') ?? '').split(',')].some((id) => CLASSIFIED.has(id));
}

/** What a filter asks of the service, and what is left to be narrowed here. */
export interface TokenQuestion {
  endpoint: 'listTokens' | 'searchTokens';
  query: Partial<Record<(typeof FLAGS)[number] | 'exited' | 'closed', boolean | null>> & {
    investment_type?: string | undefined;
  };
  /** Part of a name or a symbol: the service looks in one of them at a time. */
  text: string;
  screen: Screen;
}

/** The list of active tokens answers, unless something is asked that only the search knows. */
export function questionOf(filter: TokenFilter, classified: boolean): TokenQuestion {
  const { completed_raise, primary_raise, choices, ranges } = filter;
  // Pasted symbols bring spaces along.
  const text = withPlainApostrophes(filter.text.trim());
  const status = statusOf(filter);
  const { investment_type: types = [], ...others } = choices;
  const [first, ...more] = types;
  const investment_type =
    more.length > 0 ? undefined : INVESTMENT_TYPES.find((type) => type === first?.toLowerCase());
  const shared = { private: filter.private, investment_type };
  const screen = { choices: investment_type ? others : choices, ranges };
  const isSearch =
    classified ||
    text !== '' ||
    completed_raise !== null ||
    status === 'exited' ||
    status === 'all' ||
    Object.keys(choices).some((id) => CLASSIFIED.has(id));
  if (!isSearch) {
    const closed = status === 'closed' ? true : null;
    return { endpoint: 'listTokens', query: given({ ...shared, primary_raise, closed }), text, screen };
  }
  const exited = status === 'all' ? null : status === 'exited';
  const local = {
    ...((status === 'active' || status === 'closed') && { cancelled: [String(status === 'closed')] }),
    ...(primary_raise !== null && { secondaries: [String(!primary_raise)] }),
  };
  return {
    endpoint: 'searchTokens',
    query: given({ ...shared, completed_raise, exited }),
    text,
    screen: { choices: { ...screen.choices, ...local }, ranges },
  };
}

function given<Query extends object>(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value != null)) as Query;
}

/** A text that the service would take; what it would refuse is no text. */
function textOf(value: string | null): string {
  const text = (value ?? '').slice(0, 200);
  return text.trim() === '' || text.includes('\0') || !text.isWellFormed() ? '' : text;
}

/** What tokens are narrowed by here; every part of it has to hold. */
export interface Screen {
  choices: Readonly<Record<string, readonly string[]>>;
  /** By field: the bounds that a figure has to keep. */
  ranges: Readonly<Record<string, Bounds>>;
}

/** The screen of an address; a value that makes no sense narrows nothing. */
export function readScreen(search: URLSearchParams): Screen {
  const choices: Record<string, readonly string[]> = {};
  for (const { id } of CHOICE_FIELDS) {
    const texts = search.getAll(id).filter((text) => text !== '' && text.length <= 200);
    if (texts.length > 0) choices[id] = [...new Set(texts)].slice(0, 50);
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
