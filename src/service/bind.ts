import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import {
  type Body,
  type Contract,
  contract,
  type Endpoint,
  type EndpointName,
  endpointNames,
  type Params,
  type Query,
} from '#contract/contract.ts';
import { KEY_HEADER, readKey } from '#contract/operations.ts';
import { decodeQuery } from '#contract/query.ts';
import { tryAgain } from '#server/db/try-again.ts';
import { isJsonType } from '#server/json-type.ts';
import { plainIssue } from '#server/plain-issue.ts';
import { readUtf8 } from '#server/utf8.ts';
import type { Client, ServiceContext } from './context.ts';
import { answerHeaders } from './headers.ts';
import { type FieldProblem, fieldRefusal, Refusal } from './refusal.ts';

/** What the surrounding function passes to the app about each request. */
export interface Environment {
  Bindings: { requestId: string; remote: string | undefined };
}

/** One authenticated call of an endpoint, its parts parsed by the contract. */
export interface Call<K extends EndpointName> {
  context: ServiceContext;
  client: Client;
  params: Params<K>;
  query: Query<K>;
  body: Body<K>;
  /** The idempotency key, if the request has one. */
  key: string | null;
}

/** JSON that the database wrote whole, for an answer too large to be taken apart and put together again. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What a handler returns: the human-readable message and the data of the contract. */
export interface Answer<K extends EndpointName> {
  message: string;
  data: z.input<Contract[K]['reply']> | RawJson;
  headers?: Record<string, string>;
}

export type Handler<K extends EndpointName> = (call: Call<K>) => Promise<Answer<K>>;
/** A handler for each of the ten endpoints: leaving one out doesn't compile. */
type Handlers = { [K in EndpointName]: Handler<K> };

/** What `bindContract` asks of the app around it. */
interface Binding {
  context: ServiceContext;
  authenticate: (request: Request, remote: string | undefined) => Promise<Client>;
}

/** Puts every endpoint of the contract on the app: parse in, run, parse out. */
export function bindContract(app: Hono<Environment>, handlers: Handlers, binding: Binding): void {
  for (const name of endpointNames) {
    const endpoint: Endpoint = contract[name];
    const run = handlers[name] as (call: unknown) => Promise<Answer<EndpointName>>;
    app.on(endpoint.method, endpoint.path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
      const client = await binding.authenticate(c.req.raw, c.env.remote);
      const call = {
        context: binding.context,
        client,
        params: readParams(endpoint, c),
        query: readQuery(endpoint, c),
        key: readKeyHeader(endpoint, c),
        body: await readBody(endpoint, c),
      };
      // Reads change nothing; a write repeats its own transaction where that is safe.
      const answer = endpoint.method === 'GET' ? await tryAgain(() => run(call)) : await run(call);
      const headers = answerHeaders(c.env.requestId, answer.headers);
      return new Response(envelope(answer, endpoint), { status: endpoint.success, headers });
    });
  }
}

function envelope(
  { message, data }: Answer<EndpointName>,
  endpoint: Endpoint,
): string | Uint8Array<ArrayBuffer> {
  const wrap = (json: string) => `{"status":"success","message":${JSON.stringify(message)},"data":${json}}`;
  // The server would go through a text twice, for its length and for its bytes, which takes long where it is large.
  return data instanceof RawJson
    ? Buffer.from(wrap(data.text))
    : wrap(JSON.stringify(z.parse(endpoint.reply, data)));
}

/** What the parameters of paths name. */
const PARAM_NOUNS: Record<string, string> = { id: 'member', orderId: 'order', tokenId: 'token' };

function readParams(endpoint: Endpoint, c: Context): unknown {
  if (!endpoint.params) return undefined;
  const params = c.req.param() as Record<string, string>;
  for (const [name, value] of Object.entries(params)) {
    // No id has these; a database text can't even hold a NUL.
    if (value.includes('\0') || !value.isWellFormed() || value.length > 200) {
      throw new Refusal(404, `${name}: no such ${PARAM_NOUNS[name] ?? 'thing'}`);
    }
  }
  return z.parse(endpoint.params, params);
}

function readQuery(endpoint: Endpoint, c: Context): unknown {
  if (!endpoint.query) return undefined;
  const { values, problems } = decodeQuery(endpoint.query, new URL(c.req.url).searchParams);
  if (problems.length > 0) {
    throw fieldRefusal(
      400,
      problems.map(({ name, message }) => ({ field: name, message })),
    );
  }
  return parsed(endpoint.query, values);
}

function readKeyHeader(endpoint: Endpoint, c: Context): string | null {
  const text = endpoint.acceptsKey && c.req.header(KEY_HEADER);
  if (text === undefined) return null;
  const key = readKey(text);
  if (key === null) {
    throw fieldRefusal(400, [
      { field: 'Idempotency-Key', message: 'must be one UUID, bare or in double quotes' },
    ]);
  }
  return key;
}

async function readBody(endpoint: Endpoint, c: Context): Promise<unknown> {
  if (!endpoint.body) return undefined;
  if (!isJsonType(c.req.header('content-type') ?? '')) {
    throw new Refusal(415, 'The body must be JSON, with the header Content-Type: application/json.');
  }
  const encoding = c.req.header('content-encoding') ?? 'identity';
  if (encoding !== 'identity') throw new Refusal(415, `A body encoded as ${encoding} is not accepted.`);
  const text = readUtf8(await c.req.arrayBuffer());
  if (text === null) throw new Refusal(400, 'The body is not UTF-8.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(
      400,
      text.trim() === '' ? 'The body is missing: it must be JSON.' : 'The body is not valid JSON.',
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'The body must be a JSON object.');
  }
  return parsed(endpoint.body, value);
}

function parsed(schema: z.ZodMiniType, value: unknown): unknown {
  const result = z.safeParse(schema, value, { error: plainIssue });
  if (result.success) return result.data;
  throw fieldRefusal(400, result.error.issues.map(problemOf));
}

function problemOf({ path, message }: z.core.$ZodIssue): FieldProblem {
  const field = path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  );
  return { field, message };
}
