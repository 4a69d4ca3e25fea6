import type { QueryClient } from '@tanstack/react-query';
import { contract } from '#contract/contract.ts';
import { ENTRY_HEADER, NOTE_HEADER, type WriteNote } from '#contract/journal.ts';
import type { LoanRequest } from '#contract/loans.ts';
import { type Drift, readAs } from '#contract/reading.ts';
import { GATEWAY_CODES, HOLDER_HEADER } from '#contract/session.ts';
import { currentSettings } from '#dashboard/lib/settings.ts';
import type { AllRows } from './all-rows.ts';
import { ApiError, errorOfFailure, errorOfResponse, requestIdOf } from './api-error.ts';
import { countDrift } from './drift.ts';
import { REQUEST_TIMEOUT } from './early.ts';
import { type LoanRow, loanPageQuery } from './loans.ts';
import { send } from './send.ts';

/** What became of a loan that was sent once. */
export type LoanOutcome =
  | { kind: 'created'; loan: LoanRow & { id: string }; entry: string | undefined }
  /** The service said no: nothing was created. */
  | { kind: 'refused'; error: ApiError }
  /** It never reached the service: it may be sent again by hand. */
  | { kind: 'not-sent'; error: ApiError }
  /** The session ended before it: nothing was created. */
  | { kind: 'session'; error: ApiError }
  /** Nobody knows: the answer was lost, or says nothing. */
  | { kind: 'unknown'; error: ApiError; entry: string | undefined };

/**
 * Sends a loan to the service, once, for whoever holds the session of this page: whatever happens, nothing is sent a second time. Never throws; an outcome
 * that isn't proven by the answer is `unknown`.
 */
export async function createLoan(body: LoanRequest, note: WriteNote, holder: string): Promise<LoanOutcome> {
  const { method, path } = contract.createLoan;
  let response: Response;
  let text: string;
  let entry: string | undefined;
  try {
    const init = {
      method,
      headers: {
        'content-type': 'application/json',
        [NOTE_HEADER]: headerOf(note),
        [HOLDER_HEADER]: holder,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    };
    ({ response, text } = await send(path, init, ({ headers }) => {
      entry = headers.get(ENTRY_HEADER) ?? undefined;
    }));
  } catch (cause) {
    return { kind: 'unknown', error: errorOfFailure(cause), entry };
  }
  const answer = parse(text);
  const envelope = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>;
  if (response.ok && envelope.status !== 'error') {
    const loan = readLoan(envelope.data);
    if (loan) return { kind: 'created', loan, entry };
    const message = 'The service answered, but not with a loan that can be read.';
    const error = new ApiError('unreadable', { message, requestId: requestIdOf(response) });
    return { kind: 'unknown', error, entry };
  }
  const error = errorOfResponse(response, answer);
  return { kind: kindOfFailure(error), error, entry } as LoanOutcome;
}

function kindOfFailure({ status = 0, code, kind }: ApiError): Exclude<LoanOutcome['kind'], 'created'> {
  if (code === GATEWAY_CODES.serviceUnreachable || code === GATEWAY_CODES.journalUnavailable)
    return 'not-sent';
  if (kind === 'session') return 'session';
  // Something between answered in the service's place: how far the loan came, nobody knows.
  if (code === GATEWAY_CODES.serviceUnreadable || code === GATEWAY_CODES.serviceTimeout) return 'unknown';
  const isRefusal = status >= 400 && status < 500 && status !== 408;
  return isRefusal ? 'refused' : 'unknown';
}

/** A loan out of an answer, as far as it can be read; it must have an id to be one. */
export function readLoan(data: unknown): (LoanRow & { id: string }) | undefined {
  const drift: Drift[] = [];
  const loan = readAs(contract.createLoan.reply, data, (difference) => drift.push(difference));
  countDrift('createLoan', drift);
  return loan?.id ? { ...loan, id: loan.id } : undefined;
}

/**
 * Makes the lists forget what they held before a loan was created. Resolves once the first page is fresh, or can't
 * be had: the button that created the loan stays busy until then.
 */
export async function refreshLoans(client: QueryClient): Promise<void> {
  client.getQueryData<{ read(): AllRows<LoanRow> }>(['all', 'loans'])?.read().refresh();
  const stale = client.invalidateQueries({ queryKey: ['listLoans'] });
  const first = client.prefetchQuery(loanPageQuery({ page: 1, limit: currentSettings().pageSize }));
  const patience = new Promise((resolve) => setTimeout(resolve, LONGEST_REFRESH_MS));
  await Promise.race([Promise.allSettled([stale, first]), patience]);
}

const LONGEST_REFRESH_MS = 4_000;

/** One thing that the service found wrong: its path in the body, and its own words. */
export interface PlacedRefusal {
  field: string;
  message: string;
}

const FIELD = /(?:^|;\s*)((?:[a-z]+(?:_[a-z]+)*)(?:\[\d+\])?(?:\.[a-z_]+)?):\s*/g;

/**
 * The fields that a refusal names: `amount: is above the limit; collaterals[1].token_id: has exited`. Where it names
 * none that the request has, everything is in `rest`.
 */
export function placeRefusal(message: string): { placed: PlacedRefusal[]; rest: string } {
  const marks = [...message.matchAll(FIELD)].filter(([, field = '']) =>
    KNOWN.has(field.replace(/[[.].*$/, '')),
  );
  const [first] = marks;
  if (!first) return { placed: [], rest: message };
  const placed = marks.map((mark, index) => ({
    field: mark[1] ?? '',
    message: message
      .slice(mark.index + mark[0].length, marks[index + 1]?.index)
      .replace(/;\s*and \d+ more$/, ''),
  }));
  const more = /;\s*(and \d+ more)$/.exec(message)?.[1];
  return { placed, rest: [message.slice(0, first.index).trim(), more].filter(Boolean).join(' ') };
}

const KNOWN = new Set(Object.keys(contract.createLoan.body.def.shape));

/** The longest header of a note that the gateway takes, with some room. */
const LONGEST_NOTE = 11_800;

/** A note as its header; names give way where it would become too long, prices and quantities never. */
function headerOf(note: WriteNote): string {
  for (const length of [60, 20, 0]) {
    const collateral = note.collateral?.map((line) => ({ ...line, name: line.name.slice(0, length) }));
    const header = base64url(JSON.stringify({ ...note, ...(collateral && { collateral }) }));
    if (header.length <= LONGEST_NOTE) return header;
  }
  const { collateral: _, ...rest } = note;
  return base64url(JSON.stringify(rest));
}

function base64url(text: string): string {
  const bytes = new TextEncoder().encode(text.toWellFormed());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
