import { INVESTMENT_TYPES } from '#contract/tokens.ts';

/** What a list of tokens is narrowed by at the service; null and the empty text narrow nothing. */
export interface TokenQuery {
  name: string;
  symbol: string;
  private: boolean | null;
  investment_type: InvestmentType | null;
  exited: boolean | null;
  /** The active list alone knows it. */
  closed: boolean | null;
  /** The active list alone knows it: in its primary raise, or in secondaries. */
  primary_raise: boolean | null;
  /** The search alone knows it. */
  completed_raise: boolean | null;
}

export type InvestmentType = (typeof INVESTMENT_TYPES)[number];

export const NO_QUERY: TokenQuery = {
  name: '',
  symbol: '',
  private: null,
  investment_type: null,
  exited: null,
  closed: null,
  primary_raise: null,
  completed_raise: null,
};

const NAMES = Object.keys(NO_QUERY) as (keyof TokenQuery)[];
const LONGEST_NAME = 200;
const LONGEST_SYMBOL = 50;

/** The query of an address; a value that makes no sense narrows nothing. */
export function readTokenQuery(search: URLSearchParams): TokenQuery {
  const flag = (name: string) => {
    const [text, ...more] = search.getAll(name);
    if (more.length > 0) return null;
    return text === 'true' ? true : text === 'false' ? false : null;
  };
  return {
    name: textOf(search, 'name', LONGEST_NAME),
    symbol: textOf(search, 'symbol', LONGEST_SYMBOL),
    private: flag('private'),
    investment_type: INVESTMENT_TYPES.find((type) => type === search.get('investment_type')) ?? null,
    exited: flag('exited'),
    closed: flag('closed'),
    primary_raise: flag('primary_raise'),
    completed_raise: flag('completed_raise'),
  };
}

/** An address's query with another narrowing in it; the rest of it stays, but the page starts at 1. */
export function withTokenQuery(search: URLSearchParams, query: TokenQuery): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of [...NAMES, 'page']) next.delete(name);
  for (const name of NAMES) {
    const value = query[name];
    if (value !== null && value !== '') next.set(name, String(value));
  }
  return next;
}

/** Which of the two lists answers a query: the active tokens, until something is asked that only the search knows. */
export function answersWith(query: TokenQuery): 'listTokens' | 'searchTokens' {
  const onlySearch = query.name !== '' || query.symbol !== '' || query.completed_raise !== null;
  return onlySearch ? 'searchTokens' : 'listTokens';
}

/** The narrowings that the list which answers doesn't know, so that they have no effect. */
export function withoutEffect(query: TokenQuery): ('closed' | 'primary_raise')[] {
  if (answersWith(query) === 'listTokens') return [];
  return (['closed', 'primary_raise'] as const).filter((name) => query[name] !== null);
}

/** How many narrowings there are. */
export function countNarrowings(query: TokenQuery): number {
  return NAMES.filter((name) => query[name] !== null && query[name] !== '').length;
}

/** A text that the service would take; what it would refuse is no text. */
function textOf(search: URLSearchParams, name: string, longest: number): string {
  const text = (search.get(name) ?? '').slice(0, longest);
  return text.trim() === '' || text.includes('\0') || !text.isWellFormed() ? '' : text;
}
