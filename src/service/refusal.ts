import { codedMessage, ERROR_CODES, type ErrorCode } from '#contract/errors.ts';

/** An answer other than success: thrown by handlers, sent as the error envelope. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** One field at fault, and what is wrong as the end of a sentence that begins with its name. */
export interface FieldProblem {
  field: string;
  message: string;
}

/** The most fields that one message names. */
const MOST_NAMED = 5;

/** The refusal for one of the interface's named errors. */
export function codedRefusal(code: ErrorCode): Refusal {
  return new Refusal(ERROR_CODES[code].status, codedMessage(code));
}

/** The refusal of a request whose fields are at fault: `amount: must be greater than 0; …`. */
export function fieldRefusal(status: 400 | 404 | 422, problems: readonly FieldProblem[]): Refusal {
  const named = problems.slice(0, MOST_NAMED).map(({ field, message }) => `${field}: ${message}`);
  const rest = problems.length - named.length;
  return new Refusal(status, `${named.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`);
}
