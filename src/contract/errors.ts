import * as z from 'zod/mini';

/** The error codes that the interface names (docs/interface.md, "Errors"), with the HTTP status each comes with. */
export const ERROR_CODES = {
  USER_MISMATCH_ERROR: { status: 403, message: 'This order does not belong to this member.' },
  ORDER_TERMINATED_ERROR: { status: 400, message: 'This order is already cancelled.' },
  ORDER_FULFILLED_ERROR: { status: 400, message: 'This order is already fulfilled.' },
  ORDER_OPERATION_NOT_ALLOWED_ERROR: { status: 403, message: 'An order of this type cannot be cancelled.' },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The body of every failure (docs/interface.md, "Errors"). */
export const errorEnvelope = z.object({ status: z.literal('error'), message: z.string() });

/** The body of a failure, with its message. */
export function errorBody(message: string) {
  return { status: 'error' as const, message };
}

/** The message of an error that has a code: the code comes first (docs/decisions.md, row 2). */
export function codedMessage(code: ErrorCode): string {
  return `${code}: ${ERROR_CODES[code].message}`;
}

/**
 * The known error code in a failure's body: anywhere in `message`, or in `code`, `error` or `error_code`
 * where a service sends one; null where there is none (docs/decisions.md, row 2).
 */
export function errorCodeOf(body: unknown): ErrorCode | null {
  if (typeof body !== 'object' || body === null) return null;
  const fields = body as Record<string, unknown>;
  for (const name of ['code', 'error_code', 'error', 'message']) {
    const text = fields[name];
    if (typeof text !== 'string') continue;
    const known = (Object.keys(ERROR_CODES) as ErrorCode[]).find((code) => containsWord(text, code));
    if (known) return known;
  }
  return null;
}

function containsWord(text: string, word: string): boolean {
  return new RegExp(`(?<!\\w)${word}(?!\\w)`).test(text);
}
