import * as z from 'zod/mini';
import { contract } from '#contract/contract.ts';
import { type ListedLoan, listedLoan } from '#contract/loans.ts';
import { plainCurrency } from '#contract/money.ts';
import { MAX_PAGE_SIZE } from '#contract/paging.ts';
import { referencesIn } from '#contract/reference.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { GatewayFailure } from '../http/failures.ts';
import { ask, type ForwardOptions } from '../proxy/forward.ts';
import { isJson } from '../proxy/safe-reply.ts';
import { LONGEST_ID } from './attempt.ts';
import { type EntryRow, sentAt } from './entry-row.ts';

/** What a search for a loan found. */
type LoanSearch =
  | {
      kind: 'searched';
      /** The loan that carries the reference and is the one that was asked for. */
      loan: ListedLoan | null;
      /** Loans that could be it, without proof. */
      candidates: ListedLoan[];
      /** How many loans were read. */
      read: number;
      /** Whether every loan was read that was created since the request. */
      complete: boolean;
    }
  | { kind: 'refused' }
  | { kind: 'failed'; message: string };

interface SearchOptions {
  forward: ForwardOptions;
  accessToken: string;
  createdByOthers: (row: EntryRow, loans: readonly string[]) => Promise<ReadonlySet<string>>;
}

/**
 * The times of the service may differ from those of the gateway by this much: nothing else shows that its clock is wrong, or
 * that it takes its own zone for UTC.
 */
const CLOCKS_MS = 24 * 3_600_000;

/** Enough for 20,000 loans that were created after the one searched for. */
const MOST_PAGES = 200;

/** The interface has one as text and one as a number; a service may take either for both. */
const figure = z.union([z.string(), z.number()]);
const request = z.object({
  user_id: z.string(),
  amount: figure,
  currency: z.string(),
  duration: figure,
  reason: z.optional(z.string()),
});
const page = z.object({
  docs: z.array(z.unknown()),
  totalDocs: z.optional(z.number()),
  hasNextPage: z.optional(z.boolean()),
});
const envelope = z.object({ status: z.literal('success'), data: page });

/**
 * Searches the list of loans, newest first, back to before a request, for the loan that it asked for. Never throws.
 */
export async function searchForLoan(row: EntryRow, options: SearchOptions): Promise<LoanSearch> {
  const asked = z.safeParse(request, row.body).data;
  const ownReferences = referencesIn(asked?.reason);
  // One that the request's reason doesn't have is in no loan's either.
  const reference = ownReferences.find((one) => one === row.note.reference?.toUpperCase());
  const alike: ListedLoan[] = [];
  const seen = new Set<string>();
  let total: number | undefined;
  let isSound = true;
  let newer = Number.POSITIVE_INFINITY;
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const answer = await readPage(row, number, options);
    if ('kind' in answer) return answer;
    // Loans that are removed while pages are read move others past the search.
    if (total !== undefined && answer.totalDocs !== undefined && answer.totalDocs < total) isSound = false;
    total = answer.totalDocs;
    let oldest = newer;
    for (const doc of answer.docs) {
      const loan = z.safeParse(listedLoan, doc).data;
      // It may be the one that is searched for.
      if (!loan || loan.id.length > LONGEST_ID) {
        isSound = false;
        continue;
      }
      // Loans that are created while pages are read move others to the next page, where they come again.
      if (seen.has(loan.id)) continue;
      seen.add(loan.id);
      const created = Date.parse(loan.created_at);
      if (created > oldest) isSound = false;
      oldest = Math.min(oldest, created);
      const isAlike = asked !== undefined && isSameLoan(loan, asked);
      const references = referencesIn(loan.reason);
      if (reference && references.includes(reference)) {
        const [own] = isAlike ? await unclaimed(row, [loan], options) : [];
        if (own) return { kind: 'searched', loan: own, candidates: [], read: seen.size, complete: true };
        alike.push(loan);
        continue;
      }
      const isAnother = references.some((one) => !ownReferences.includes(one));
      if (isAlike && !isAnother && couldBeIt(loan, row, reference)) alike.push(loan);
    }
    newer = oldest;
    const isEnd = answer.docs.length === 0 || answer.hasNextPage === false;
    if (isEnd || (isSound && oldest < sentAt(row) - CLOCKS_MS)) {
      return await unproven(isSound);
    }
  }
  return await unproven(false);

  async function unproven(complete: boolean): Promise<LoanSearch> {
    const candidates = await unclaimed(row, alike, options);
    return { kind: 'searched', loan: null, candidates, read: seen.size, complete };
  }
}

function isSameLoan(loan: ListedLoan, asked: z.infer<typeof request>): boolean {
  return (
    loan.borrower === asked.user_id &&
    loan.amount === Number(asked.amount) &&
    plainCurrency(loan.currency) === plainCurrency(asked.currency) &&
    loan.duration === Number(asked.duration)
  );
}

/** Without a matching reference: created since the request. */
function couldBeIt(loan: ListedLoan, row: EntryRow, reference: string | undefined): boolean {
  if (Date.parse(loan.created_at) < sentAt(row) - CLOCKS_MS) return false;
  // A service that keeps reasons would have kept the reference in it.
  return reference === undefined || !loan.reason;
}

async function unclaimed(row: EntryRow, loans: ListedLoan[], { createdByOthers }: SearchOptions) {
  if (loans.length === 0) return [];
  const others = await createdByOthers(
    row,
    loans.map(({ id }) => id),
  );
  return loans.filter(({ id }) => !others.has(id)).slice(0, 20);
}

async function readPage(row: EntryRow, number: number, { forward, accessToken }: SearchOptions) {
  const failed = (message: string) => ({ kind: 'failed' as const, message });
  try {
    const reply = await ask(
      {
        name: 'listLoans',
        endpoint: contract.listLoans,
        params: {},
        search: new URLSearchParams({ page: String(number), limit: String(MAX_PAGE_SIZE) }),
        body: null,
        accessToken,
        requestId: row.request_id,
      },
      forward,
    );
    if (reply.status === 401) return { kind: 'refused' as const };
    if (reply.status >= 300 || !isJson(reply.contentType)) {
      return failed(`The list of loans could not be read: HTTP ${reply.status}.`);
    }
    const parsed = z.safeParse(envelope, JSON.parse(new TextDecoder().decode(reply.body)));
    return parsed.data?.data ?? failed('The list of loans could not be read.');
  } catch (error) {
    if (error instanceof GatewayFailure && error.code !== GATEWAY_CODES.notFound)
      return failed(error.message);
    return failed('The list of loans could not be read.');
  }
}
