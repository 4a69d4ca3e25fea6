import * as z from 'zod/mini';
import { decodeQuery } from '#contract/query.ts';
import { type RunRequest, runAgainRequest, runRequest } from '#contract/run-requests.ts';
import { RUN_DEFAULTS, runLinesQuery, runPageQuery } from '#contract/runs.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { plainIssue } from '#server/plain-issue.ts';
import { GatewayFailure } from '../http/failures.ts';

/** The largest body of a request to create a run: the most lines, with ids of about 50 characters each. */
export const MAX_RUN_BYTES = 8 * 1024 * 1024;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** URL parsers drop a path segment of dots only, so no request can carry such an id. */
const DOTS_ONLY = /^\.+$/;

/** The id of a run in lower case; null if it isn't a UUID, so that no run can have it. */
export function readRunId(text: string): string | null {
  const id = text.toLowerCase();
  return UUID.test(id) ? id : null;
}

/** Reads the body of `PUT /runs/{id}`. Throws a 400 GatewayFailure that names the line and the field. */
export function readRunRequest(text: string): RunRequest {
  const request = read(runRequest, text);
  const seen = new Map<string, number>();
  const numberOf = (index: number) => request.lines[index]?.line ?? index + 1;
  for (const [index, { memberId, orderId }] of request.lines.entries()) {
    const line = index + 1;
    for (const [field, value] of Object.entries({ memberId, orderId })) {
      if (DOTS_ONLY.test(value)) throw malformed(`Line ${line}: ${field} must not consist of dots only.`);
    }
    const pair = JSON.stringify([memberId, orderId]);
    const earlier = seen.get(pair);
    if (earlier !== undefined) throw malformed(`Line ${line} is the same as line ${earlier}.`);
    seen.set(pair, line);
    if (numberOf(index) <= numberOf(index - 1))
      throw malformed(`Line ${line}: line must be above that of the line before.`);
  }
  return request;
}

/** Reads the body of `POST /runs/{id}/again`: the new run's id. Throws a 400 GatewayFailure. */
export function readAgainRequest(text: string): string {
  return read(runAgainRequest, text).id;
}

/** Reads the query of `GET /runs`. Throws a 400 GatewayFailure that names the parameter. */
export function readRunPageQuery(search: URLSearchParams) {
  const { q, before, limit } = readQuery(runPageQuery, search);
  return { q: q ?? null, before: before ?? null, limit: limit ?? RUN_DEFAULTS.runs };
}

/** Reads the query of `GET /runs/{id}/lines`. Throws a 400 GatewayFailure that names the parameter. */
export function readLinesQuery(search: URLSearchParams) {
  const { after, outcome, limit } = readQuery(runLinesQuery, search);
  return { after: after ?? 0, outcome: outcome ?? null, limit: limit ?? RUN_DEFAULTS.lines };
}

function readQuery<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodMiniObject<Shape>,
  search: URLSearchParams,
) {
  const { values, problems } = decodeQuery(schema, search);
  const [problem] = problems;
  if (problem) throw malformed(`${problem.name} ${problem.message}.`);
  const parsed = z.safeParse(schema, values, { error: plainIssue });
  if (parsed.success) return parsed.data;
  throw malformed(sentenceOf(parsed.error.issues[0]));
}

function read<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('The body is not valid JSON.');
  }
  const parsed = z.safeParse(schema, value, { error: plainIssue });
  if (parsed.success) return parsed.data;
  throw malformed(sentenceOf(parsed.error.issues[0]));
}

/** What is wrong and where, as a sentence: `Line 3: memberId must not be empty.` */
function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  const [first, index, ...rest] = issue?.path ?? [];
  const isLine = first === 'lines' && typeof index === 'number';
  const field = isLine ? rest.join('.') : (issue?.path ?? []).join('.');
  const subject = isLine ? `Line ${index + 1}:${field && ` ${field}`}` : field || 'The body';
  return `${subject} ${whatIsWrong(issue)}.`;
}

function whatIsWrong(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    return `has a field that is not known: ${JSON.stringify(key.slice(0, 50))}`;
  }
  return issue?.message ?? 'is not valid';
}

function malformed(message: string): GatewayFailure {
  return new GatewayFailure(400, GATEWAY_CODES.malformed, message);
}
