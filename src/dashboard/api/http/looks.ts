import type { QueryClient } from '@tanstack/react-query';
import { isPermitted } from '#contract/permissions.ts';
import type { Seen } from '#contract/reading.ts';
import type { DeskState } from '#contract/session.ts';
import type { SingleToken } from '#contract/tokens.ts';
import { pagesOf } from '#dashboard/lib/loaded-page.ts';
import {
  bestByName,
  holdsWords,
  longestWord,
  type NameRank,
  searchWords,
  withPlainApostrophes,
} from '#dashboard/lib/name-rank.ts';
import { readEvents } from '../activity/events.ts';
import { allCustomers } from '../customers/customers.ts';
import type { LoanRow } from '../loans/loans.ts';
import { findMembersByEmail } from '../members/member-search.ts';
import { type MemberRow, memberList, toMemberPage } from '../members/members.ts';
import { readJournal } from '../operations/journal.ts';
import { findRuns } from '../operations/runs.ts';
import { sessionHolder } from '../session/session.ts';
import type { TokenRow } from '../tokens/token-fields.ts';
import { rowsNamed, rowsOf } from './all-rows.ts';
import { isAbsence } from './api-error.ts';
import { type Answer, call } from './client.ts';
import { PAGE_SIZE } from './list-source.ts';
import { type Finding, isPartOfId, type Look, type Place, type Term } from './search-term.ts';

type Sight = Omit<Look, 'place'>;

interface Search {
  client: QueryClient;
  term: Term;
  desk: DeskState;
  signal: AbortSignal;
  tell: (sight: Sight) => void;
}

const MOST_SHOWN = 5;

/** How each place is searched. Each throws an ApiError if it can't be. */
export const LOOKS: Record<Place, (search: Search) => Promise<Sight> | Sight> = {
  loans: lookInLoans,
  members: lookInMembers,
  tokens: lookInTokens,
  customers: lookInCustomers,
  activity: lookInActivity,
};

/** Searches the loans that are loaded: no endpoint finds one, and the loan's own page searches all of them. */
function lookInLoans({ client, term: { kind, text } }: Search): Sight {
  const { rows, total } = loansHere(client);
  const looked = { seen: rows.length, total };
  if (kind === 'name') {
    const words = searchWords(text);
    // A reason holds the loan's reference, such as `[ref K7QF-2M]`.
    const fitting = rows.filter(({ id, reason }) => holdsWords(words, [isPartOfId(text) ? id : reason]));
    const findings = fitting.slice(0, MOST_SHOWN).map((loan): Finding => ({ kind: 'loan', loan, rank: 2 }));
    return settled({ findings, fitting: fitting.length }, looked);
  }
  const loan = rows.find(({ id }) => id === text);
  const lent = rows.filter(({ borrower }) => borrower === text).length;
  const findings: Finding[] = [];
  if (loan) findings.push({ kind: 'loan', loan });
  if (lent > 0) findings.push({ kind: 'borrower', id: text, loans: lent });
  return settled({ findings }, looked);
}

function loansHere(client: QueryClient): { rows: LoanRow[]; total: number | undefined } {
  const rows = new Map<string, LoanRow>();
  let total: number | undefined;
  for (const [, answer] of client.getQueriesData<Answer<'listLoans'>>({ queryKey: ['listLoans'] })) {
    total = answer?.data.totalDocs ?? total;
    for (const loan of answer?.data.docs ?? []) rows.set(loan.id, loan);
  }
  // All loans, if a page has loaded them (all-rows.ts).
  const all = rowsOf<LoanRow>(client, 'loans');
  total = all?.progress.total ?? total;
  for (const loan of all?.rows ?? []) rows.set(loan.id, loan);
  return { rows: [...rows.values()], total };
}

/** Reads up to five pages of members, because no endpoint finds one. For a name, all of them are compared. */
async function lookInMembers({ client, term, desk, signal, tell }: Search): Promise<Sight> {
  const { kind, text } = term;
  const wanted = kind === 'email' ? await findMembersByEmail(text, sessionHolder(desk), signal) : [text];
  if (wanted.length === 0) return settled({ findings: [] });
  const isWanted = ({ _id, user }: MemberRow) => wanted.includes(_id) || (kind === 'id' && user._id === text);
  const members: MemberRow[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = toMemberPage(await membersOf(client, page, signal));
    members.push(...rows);
    const found =
      kind === 'name' ? fittingMembers(members, text) : { findings: rows.filter(isWanted).map(toMember) };
    const looked = { seen: members.length, total };
    const isLast = rows.length === 0 || page >= Math.min(pagesOf(total, PAGE_SIZE), 5);
    if (isLast || (kind !== 'name' && found.findings.length > 0)) return settled(found, looked);
    tell({ state: 'looking', ...found, ...looked });
  }
}

const toMember = (member: MemberRow): Finding => ({ kind: 'member', member });

function fittingMembers(members: readonly MemberRow[], text: string): Found {
  const isId = isPartOfId(text);
  const namesOf = ({ _id, user }: MemberRow) => [
    `${user.fname ?? ''} ${user.lname ?? ''}`,
    user.username,
    ...(isId ? [_id, user._id] : []),
  ];
  return best(bestByName(members, text, namesOf), toMember);
}

/** A page of members. One that was read within the last minute is not read again. */
async function membersOf(client: QueryClient, page: number, signal: AbortSignal) {
  const { queryKey } = memberList.pageQuery(page);
  const kept = client.getQueryState<Answer<'listMembers'>>(queryKey);
  if (kept?.data && !kept.isInvalidated && Date.now() - kept.dataUpdatedAt < 60_000) return kept.data;
  const answer = await call('listMembers', { query: { page, limit: PAGE_SIZE } }, signal);
  if (!signal.aborted) client.setQueryData(queryKey, answer);
  return answer;
}

async function lookInTokens({ client, term: { kind, text }, signal }: Search): Promise<Sight> {
  if (kind === 'name') return settled(await tokensNamed(client, text, signal));
  const answer = await unlessAbsent(call('getToken', { params: { tokenId: text } }, signal));
  return settled({ findings: answer ? [toToken(answer.data)] : [] });
}

/** Asks the service, and searches the tokens that are loaded: it minds accents and the order of words. */
async function tokensNamed(client: QueryClient, typed: string, signal: AbortSignal): Promise<Found> {
  const text = withPlainApostrophes(typed);
  const search = async (asked: object, limit = 25) => {
    const query = { ...asked, page: 1, limit };
    return (await unlessAbsent(call('searchTokens', { query }, signal)))?.data;
  };
  const [whole, bySymbol] = await Promise.all([search({ name: text }), search({ symbol: text })]);
  // The service finds no words that are apart from one another, or in another order.
  const isApart = !whole?.total && /\s/.test(text);
  const byName = isApart ? { ...(await search({ name: longestWord(text) }, PAGE_SIZE)), total: 0 } : whole;
  const loaded = rowsNamed<TokenRow>(client, 'tokens ');
  const tokens = new Map(
    [...(byName?.tokens ?? []), ...(bySymbol?.tokens ?? []), ...loaded].map((one) => [one._id, one]),
  );
  const found = best(
    bestByName(tokens.values(), text, ({ name, symbol }) => [name, symbol]),
    toToken,
  );
  const fitting = Math.max(found.fitting ?? 0, byName?.total ?? 0, bySymbol?.total ?? 0);
  return fitting > found.findings.length ? { ...found, fitting } : found;
}

const toToken = ({ _id: id, name, symbol }: TokenRow | Seen<SingleToken>): Finding => {
  return { kind: 'token', id, name, symbol };
};

async function lookInCustomers({ client, term: { kind, text }, signal }: Search): Promise<Sight> {
  if (kind === 'name') return await customersNamed(client, text);
  const query = { email: text, page: 1, limit: 1 };
  const { data } = (await unlessAbsent(call('listTransactions', { query }, signal))) ?? {};
  const name = data?.transactions?.[0]?.meta?.customer?.name;
  const trades = data?.total ?? data?.transactions?.length ?? 0;
  return settled({ findings: trades > 0 ? [{ kind: 'customer', email: text, name, trades }] : [] });
}

async function customersNamed(client: QueryClient, text: string): Promise<Sight> {
  const { rows } = await allCustomers(client);
  const words = searchWords(text);
  const fitting = rows.filter(({ name, _id }) => holdsWords(words, [name, _id.email]));
  const named = fitting.slice(0, 2_000).filter(({ _id }) => _id.email);
  const found = best(
    bestByName(named, text, ({ name, _id }) => [name, _id.email]),
    ({ name, _id, total_trades: trades = 0 }) => ({ kind: 'customer', email: _id.email, name, trades }),
  );
  return settled({ ...found, fitting: fitting.length }, { seen: rows.length, total: rows.length });
}

/** Searches what was done in Pledge: no endpoint lists orders, and runs and requests are Pledge's own. */
async function lookInActivity({ term: { text }, desk, signal }: Search): Promise<Sight> {
  const seesRuns = isPermitted(desk.session?.roles ?? [], 'see-runs');
  const [{ lines: entries }, { lines: events }, { runs }] = await Promise.all([
    readJournal({ q: text }, signal),
    readEvents({ order: text }, signal),
    seesRuns ? findRuns(text, signal) : NO_RUNS,
  ]);
  const findings: Finding[] = [];
  const ofOrder = entries.filter(({ target }) => target.orderId === text);
  if (ofOrder.length + events.length > 0)
    findings.push({ kind: 'order', id: text, member: ofOrder[0]?.target.id });
  if (runs.some(({ id }) => id === text)) findings.push({ kind: 'run', id: text });
  const own = entries.find(({ id, requestId, key }) => [id, requestId, key].includes(text));
  if (own) findings.push({ kind: 'request', id: own.id });
  return settled({ findings });
}

const NO_RUNS = { runs: [] };

async function unlessAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  return await answer.catch((error: unknown) => {
    if (!isAbsence(error)) throw error;
    return undefined;
  });
}

type Found = Pick<Look, 'findings' | 'fitting'>;

function best<Item>(ranked: { item: Item; rank: NameRank }[], toFinding: (item: Item) => Finding): Found {
  const findings = ranked.slice(0, MOST_SHOWN).map(({ item, rank }) => ({ ...toFinding(item), rank }));
  return { findings, fitting: ranked.length };
}

function settled(found: Found, looked: Pick<Look, 'seen' | 'total'> = {}): Sight {
  return { state: found.findings.length > 0 ? 'found' : 'absent', ...found, ...looked };
}
