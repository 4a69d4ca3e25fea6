import { errorCodeOf } from '#contract/errors.ts';
import type { JournalEntry } from '#contract/operations.ts';
import { fieldsOf } from '#dashboard/lib/json.ts';
import { clip } from '#dashboard/lib/truncate.ts';

/** What went wrong, as far as the reader's next step depends on it, and what is said of it. */
export const REASONS = {
  network: 'Pledge can’t be reached. Check your connection, then try again.',
  timeout: 'The service did not answer in time. Try again.',
  session: 'Your session has ended. Sign in to continue.',
  forbidden: 'Your access token does not allow this. Ask the person who issued it.',
  'not-found': 'Not found.',
  refused: 'The service refused this.',
  invalid: 'The service did not accept the request.',
  'rate-limited': 'The service is getting too many requests.',
  server: 'The service reported an error. Nothing was changed. Try again.',
  unreadable: 'Unexpected response from the service. Nothing was changed. Try again.',
};

export type ApiErrorKind = keyof typeof REASONS;

interface Details {
  message: string;
  status?: number | undefined;
  code?: string | undefined;
  requestId?: string | undefined;
  /** Seconds after which the service wants to be asked again. */
  retryAfter?: number | undefined;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    readonly kind: ApiErrorKind,
    { message, ...details }: Details,
  ) {
    super(clip(message, 500));
    Object.assign(this, details);
  }
}

/** The error of an answer that reports a failure: by its status, its envelope and its headers. */
export function errorOfResponse(response: Response, body: unknown): ApiError {
  const fields = fieldsOf(body);
  const code = textOf(fields.code);
  const known = errorCodeOf(body) ?? undefined;
  return new ApiError(known ? 'refused' : kindOf(response.status), {
    message: textOf(fields.message) ?? `The response had the status ${response.status} and no message.`,
    status: response.status,
    code: known ?? (code && clip(code, 80)),
    requestId: requestIdOf(response),
    retryAfter: secondsUntil(response.headers.get('retry-after'), Date.now()),
  });
}

export function errorOfRefusal(
  entry: Pick<JournalEntry, 'status' | 'code' | 'message' | 'requestId'>,
): ApiError {
  const status = entry.status ?? undefined;
  return new ApiError(errorCodeOf({ code: entry.code }) ? 'refused' : kindOf(status ?? 0), {
    message: entry.message ?? 'There was no message.',
    status,
    code: entry.code ?? undefined,
    requestId: entry.requestId,
  });
}

export function errorOfFailure(cause: unknown): ApiError {
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return new ApiError('timeout', { message: 'There was no answer in time.' });
  return new ApiError('network', { message: 'There was no connection, or it broke off.' });
}

/** Whether asking again may help by itself: reads only, and neither a refusal nor a wait that took its full time. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.kind === 'timeout') return false;
  return error.kind === 'network' || (error.status ?? 0) >= 500;
}

/** The pauses, in milliseconds, before a lost request is repeated or asked about. Tests shorten them. */
export const REPEAT_PAUSES_MS = [500, 1_500, 3_000];

/** The pause after so many failures, in milliseconds: growing, and as long as the service asks for within reason. */
export function pauseAfter(failures: number, error: unknown): number {
  const wished = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
  return Math.max(REPEAT_PAUSES_MS[failures] ?? 0, Math.min(wished, 3_000));
}

/** Whether a service says that there is no such thing: some say so by calling the id none of theirs. */
export function isAbsence(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'not-found' || error.kind === 'invalid');
}

export function requestIdOf(response: Response): string | undefined {
  return response.headers.get('x-request-id') ?? undefined;
}

/** The seconds that a Retry-After header (seconds or a date) asks for. */
export function secondsUntil(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const date = /GMT$/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

function kindOf(status: number): ApiErrorKind {
  if (status === 401) return 'session';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 429) return 'rate-limited';
  if (status === 400 || status === 413 || status === 422) return 'invalid';
  return status >= 500 ? 'server' : 'refused';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
