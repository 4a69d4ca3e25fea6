import type { QueryClient } from '@tanstack/react-query';
import type { Reply } from '#contract/contract.ts';
import { isPermitted } from '#contract/permissions.ts';
import type { Seen } from '#contract/reading.ts';
import type { DeskState } from '#contract/session.ts';
import type { LoanRow } from '../loans/loans.ts';
import { findMembersByEmail, isEmail } from '../members/contacts.ts';
import { deskQuery, endSession, sessionHolder } from '../session/session.ts';
import { ApiError, isAbsence } from './api-error.ts';
import { type Answer, call } from './client.ts';
import { endpointQuery } from './queries.ts';

/** Something pasted whole that can be looked for. */
export interface Term {
  kind: 'id' | 'email';
  text: string;
}

type Member = NonNullable<Seen<Reply<'listMembers'>>['members']>[number];

/** What was found. */
export type Finding =
  | { kind: 'loan'; loan: LoanRow & { id: string } }
  | { kind: 'borrower'; id: string; loans: number }
  | { kind: 'member'; member: Member }
  | { kind: 'token'; id: string; name: string | undefined; symbol: string | undefined }
  | { kind: 'customer'; email: string; name: string | undefined; trades: number };

/** Where a term is looked for, in the order in which what is found is shown. */
export const PLACES = ['loans', 'members', 'tokens', 'customers'] as const;
export type Place = (typeof PLACES)[number];

/** How far the search in one place has come. */
export interface Look {
  place: Place;
  state: 'looking' | 'found' | 'absent' | 'failed';
  findings: Finding[];
  /** How many records were looked at, where not the service looked but we did. */
  seen?: number;
  /** How many there are, where the service said so. */
  total?: number | undefined;
  error?: ApiError;
}

/** Shorter texts are no ids; nothing is asked for while one is being typed. */
const SHORTEST_ID = 12;

/** As many members as are looked at: there is no endpoint that finds one. */
const MEMBERS_A_PAGE = 100;
const MEMBER_PAGES = 5;

/** How long members that were looked at need no second look. */
const FRESH_MS = 60_000;

/** An id or an e-mail address, where a text is one from end to end. */
export function termOf(query: string): Term | null {
  const text = query.trim();
  if (isEmail(text)) return { kind: 'email', text };
  const isId = text.length >= SHORTEST_ID && text.length <= 100 && /^[A-Za-z0-9][\w.:-]+$/.test(text);
  return isId ? { kind: 'id', text } : null;
}

/** The places that are searched for a term. Only those who may see members' contact data find members by it. */
function placesFor({ kind }: Term, { session }: Pick<DeskState, 'session'>): Place[] {
  if (kind === 'id') return ['loans', 'members', 'tokens'];
  return isPermitted(session?.roles ?? [], 'see-contacts') ? ['members', 'customers'] : ['customers'];
}

/**
 * Looks for a term wherever it may stand, in all places at once, and tells how each look goes. Nothing is thrown:
 * a place that can't be looked at says why. After an abort nothing more is told.
 */
export async function lookUp(
  client: QueryClient,
  term: Term,
  signal: AbortSignal,
  tell: (look: Look) => void,
): Promise<void> {
  const looks: Record<Place, (told: (look: Look) => void) => Promise<Look> | Look> = {
    loans: () => lookInLoans(client, term),
    members: (told) => lookInMembers(client, term, desk, signal, told),
    tokens: () => lookInTokens(term, signal),
    customers: () => lookInCustomers(term, signal),
  };
  const desk = await client.fetchQuery(deskQuery);
  const told = (look: Look) => {
    if (!signal.aborted) tell(look);
  };
  await Promise.all(
    placesFor(term, desk).map(async (place) => {
      told({ place, state: 'looking', findings: [] });
      try {
        told(await looks[place](told));
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        if (error.kind === 'session') endSession(client);
        told({ place, state: 'failed', findings: [], error });
      }
    }),
  );
}

/** The loans that are here anyway: there is no endpoint for one loan, but the list's page looks for it. */
function lookInLoans(client: QueryClient, { text }: Term): Look {
  const { rows, total } = loansHere(client);
  const loan = rows.find(({ id }) => id === text);
  const lent = rows.filter(({ borrower }) => borrower === text).length;
  const findings: Finding[] = [];
  if (loan) findings.push({ kind: 'loan', loan });
  if (lent > 0) findings.push({ kind: 'borrower', id: text, loans: lent });
  return settled('loans', findings, { seen: rows.length, total });
}

function loansHere(client: QueryClient): { rows: LoanRow[]; total: number | undefined } {
  const rows = new Map<string, LoanRow>();
  let total: number | undefined;
  for (const [, answer] of client.getQueriesData<Answer<'listLoans'>>({ queryKey: ['listLoans'] })) {
    total = answer?.data.totalDocs ?? total;
    for (const loan of answer?.data.docs ?? []) rows.set(loan.id, loan);
  }
  // All loans, if a page has loaded them (all-rows.ts).
  const all = client
    .getQueryData<{
      read(): { rows: readonly LoanRow[]; progress: { total: number | undefined } };
    }>(['all', 'loans'])
    ?.read();
  total = all?.progress.total ?? total;
  for (const loan of all?.rows ?? []) rows.set(loan.id, loan);
  return { rows: [...rows.values()], total };
}

async function lookInMembers(
  client: QueryClient,
  { kind, text }: Term,
  desk: DeskState,
  signal: AbortSignal,
  tell: (look: Look) => void,
): Promise<Look> {
  const wanted = kind === 'id' ? [text] : await findMembersByEmail(text, sessionHolder(desk), signal);
  if (wanted.length === 0) return settled('members', []);
  const isWanted = ({ _id, user }: Member) => wanted.includes(_id) || (kind === 'id' && user._id === text);
  let seen = 0;
  let total: number | undefined;
  for (let page = 1; page <= MEMBER_PAGES; page += 1) {
    const { data } = await membersOf(client, page, signal);
    const members = data.members ?? [];
    seen += members.length;
    total = data.total ?? total;
    const found = members.filter(isWanted);
    const findings = found.map((member): Finding => ({ kind: 'member', member }));
    const isLast = members.length === 0 || page >= (data.pages ?? page) || page === MEMBER_PAGES;
    if (findings.length > 0 || isLast) return settled('members', findings, { seen, total });
    tell({ place: 'members', state: 'looking', findings: [], seen, total });
  }
  return settled('members', [], { seen, total });
}

/** A page of members, kept for others that ask for the same one. */
async function membersOf(client: QueryClient, page: number, signal: AbortSignal) {
  const input = { query: { page, limit: MEMBERS_A_PAGE } };
  const { queryKey } = endpointQuery('listMembers', input);
  const kept = client.getQueryState(queryKey);
  if (kept?.data && !kept.isInvalidated && Date.now() - kept.dataUpdatedAt < FRESH_MS) return kept.data;
  const answer = await call('listMembers', input, signal);
  if (!signal.aborted) client.setQueryData(queryKey, answer);
  return answer;
}

async function lookInTokens({ text }: Term, signal: AbortSignal): Promise<Look> {
  const answer = await unlessAbsent(call('getToken', { params: { tokenId: text } }, signal));
  if (!answer) return settled('tokens', []);
  const { _id: id, name, symbol } = answer.data;
  return settled('tokens', [{ kind: 'token', id, name, symbol }]);
}

async function lookInCustomers({ text }: Term, signal: AbortSignal): Promise<Look> {
  const query = { email: text, page: 1, limit: 1 };
  const { data } = (await unlessAbsent(call('listTransactions', { query }, signal))) ?? {};
  const name = data?.transactions?.[0]?.meta?.customer?.name;
  const trades = data?.total ?? data?.transactions?.length ?? 0;
  return settled('customers', trades > 0 ? [{ kind: 'customer', email: text, name, trades }] : []);
}

/** The answer; undefined if there is no such thing. */
async function unlessAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  return await answer.catch((error: unknown) => {
    if (!isAbsence(error)) throw error;
    return undefined;
  });
}

function settled(place: Place, findings: Finding[], looked: Pick<Look, 'seen' | 'total'> = {}): Look {
  return { place, state: findings.length > 0 ? 'found' : 'absent', findings, ...looked };
}
