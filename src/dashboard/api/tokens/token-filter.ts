import { INVESTMENT_TYPES } from '#contract/tokens.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { countConditions, readScreen, type Screen, withScreen } from './screen.ts';

/** Active tokens are neither exited nor closed, which is what the service calls a cancelled deal. */
export const TOKEN_STATUSES = ['active', 'exited', 'closed', 'all'] as const;

export type TokenStatus = (typeof TOKEN_STATUSES)[number];

/** What the list of tokens is narrowed by. An empty text or null narrows nothing. */
export type TokenFilter = ReturnType<typeof readTokenFilter>;

const FLAGS = ['private', 'primary_raise', 'completed_raise'] as const;

/** What addresses said while tokens had pages, and views of their own. */
const OLD_NAMES = ['view', 'page', 'limit', 'q', 'symbol', 'exited', 'closed', 'cancelled', 'secondaries'];

const LONGEST_NAME = 200;

/** The filter of an address; a value that makes no sense narrows nothing. */
export function readTokenFilter(search: URLSearchParams) {
  const flag = (name: string) => {
    const [text, ...more] = search.getAll(name);
    if (more.length > 0) return null;
    return text === 'true' ? true : text === 'false' ? false : null;
  };
  const secondaries = flag('secondaries');
  return {
    text: ['name', 'q', 'symbol'].map((name) => textOf(search.get(name))).find((text) => text !== '') ?? '',
    /** Null is the default: active tokens, and in a search all of them. */
    status: readStatus(search, flag),
    private: flag('private'),
    /** In its primary raise, or in secondaries. */
    primary_raise: flag('primary_raise') ?? (secondaries === null ? null : !secondaries),
    completed_raise: flag('completed_raise'),
    ...readScreen(search),
  };
}

export const NO_FILTER = readTokenFilter(new URLSearchParams());

function readStatus(search: URLSearchParams, flag: (name: string) => boolean | null): TokenStatus | null {
  const status = TOKEN_STATUSES.find((each) => each === search.get('status'));
  if (status) return status;
  if (flag('exited')) return 'exited';
  if (flag('closed') || flag('cancelled')) return 'closed';
  return search.get('view') === 'all' ? 'all' : null;
}

/** An address's query with another filter in it; the rest of it stays. */
export function withTokenFilter(search: URLSearchParams, filter: TokenFilter): URLSearchParams {
  const next = withScreen(search, filter);
  for (const name of OLD_NAMES) next.delete(name);
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
  const text = filter.text.trim();
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
  const text = (value ?? '').slice(0, LONGEST_NAME);
  return text.trim() === '' || text.includes('\0') || !text.isWellFormed() ? '' : text;
}
