import pino from 'pino';
import { contract, type EndpointName, pathTo } from '#contract/contract.ts';
import { KEY_HEADER } from '#contract/operations.ts';
import { encodeQuery } from '#contract/query.ts';
import type { OpenPool } from '#server/db/open.ts';
import { createService, type Service, type ServiceOptions } from '#service/app.ts';
import { openTestDatabase } from './database.ts';

export const CRESTLINE = 'pledge_demo_crestline';
export const HARBOUR = 'pledge_demo_harbour';

/** An answer of the service, its body read. */
interface Answer {
  status: number;
  headers: Headers;
  /** Any JSON, as `fetch` types it: each test says what it expects. */
  body: Awaited<ReturnType<Response['json']>>;
}

export interface TestService {
  database: OpenPool;
  fetch: Service;
  /** The lines that the service logged. */
  logged: string[];
  /** Calls an endpoint by name, as Crestline unless told otherwise. */
  call(
    name: EndpointName,
    parts?: {
      params?: Record<string, string>;
      query?: Record<string, string | number | boolean>;
      body?: unknown;
      token?: string | null;
      /** The header Idempotency-Key. */
      key?: string | undefined;
    },
  ): Promise<Answer>;
  /** Sends any request. */
  send(path: string, init?: RequestInit): Promise<Answer>;
  close(): Promise<void>;
}

/** Our own service in this process, on a database of its own. */
export async function startTestService(
  options: Partial<ServiceOptions> & { data?: 'demo' | 'empty'; database?: OpenPool } = {},
): Promise<TestService> {
  const { data, database = await openTestDatabase(data), ...rest } = options;
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const fetch = createService({ db: database.pool, log, ...rest });
  const send: TestService['send'] = async (path, init) => {
    const response = await fetch(new Request(`http://service.test${path}`, init));
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };
  return {
    database,
    fetch,
    logged,
    send,
    async call(name, parts = {}) {
      const token = parts.token === undefined ? CRESTLINE : parts.token;
      const query = encodeQuery(parts.query ?? {}).toString();
      const endpoint = contract[name];
      return await send(pathTo(endpoint.path, parts.params) + (query && `?${query}`), {
        method: endpoint.method,
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(parts.key !== undefined && { [KEY_HEADER]: parts.key }),
          ...(parts.body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
      });
    },
    close: database.close,
  };
}
