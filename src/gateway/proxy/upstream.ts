import { Pool } from 'undici';
import {
  type NamedOrganisation,
  ORGANISATION_HEADER,
  readOrganisation,
} from '#contract/organisation-header.ts';
import { trimEnd } from '#contract/trim-end.ts';

/** A request to the service, as the gateway makes it. */
export interface UpstreamRequest {
  method: 'GET' | 'POST';
  /** The path and the query. */
  target: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
  /** The whole answer must be there in this time. */
  timeoutMs: number;
}

/** The service's answer, whole. */
export interface UpstreamReply {
  status: number;
  contentType: string;
  retryAfter: string | null;
  /** The organisation that the answer is about, if the service says so. */
  organisation?: NamedOrganisation | undefined;
  body: Uint8Array;
}

/** Asks the service. Throws an UpstreamFault where there is no whole answer. */
export type Upstream = (request: UpstreamRequest) => Promise<UpstreamReply>;

/**
 * Why there is no answer: the service couldn't be reached, took too long, broke off or answered with too much, or the
 * gateway is stopping.
 */
export class UpstreamFault extends Error {
  readonly kind: 'unreachable' | 'timeout' | 'broken' | 'too-large' | 'stopping';
  constructor(kind: UpstreamFault['kind'], cause?: unknown) {
    super(`The service is ${kind}`, { cause });
    this.kind = kind;
  }
}

/** The largest answer taken: a hundred thousand customers are about a sixth of it. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

/**
 * A service over HTTP. Answers are taken whole before they go on, so that one cut off in the middle becomes a
 * clear failure instead of half an answer; connections are kept and never used for a second try.
 */
export function httpUpstream(serviceUrl: string): { ask: Upstream; close: () => Promise<void> } {
  const url = new URL(serviceUrl);
  const prefix = trimEnd(url.pathname, '/');
  const pool = new Pool(url.origin, { connections: 128, pipelining: 1, connect: { timeout: 5_000 } });
  return {
    async ask(request) {
      const signal = AbortSignal.timeout(request.timeoutMs);
      try {
        const { statusCode, headers, body } = await pool.request({
          method: request.method,
          path: prefix + request.target,
          headers: request.headers,
          body: request.body,
          signal,
          idempotent: false,
          headersTimeout: request.timeoutMs,
          bodyTimeout: request.timeoutMs,
        });
        const header = (name: string) => [headers[name]].flat()[0] ?? null;
        return {
          status: statusCode,
          contentType: header('content-type') ?? '',
          retryAfter: header('retry-after'),
          organisation: readOrganisation(header(ORGANISATION_HEADER)),
          body: await readWhole(body),
        };
      } catch (error) {
        throw faultOf(error, signal);
      }
    },
    close: async () => await pool.destroy(),
  };
}

/** The same upstream, which can be given up: requests that still wait for an answer then fail with an UpstreamFault. */
export function stoppable(upstream: Upstream): { ask: Upstream; giveUp: () => void } {
  let giveUp = () => {};
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = () => reject(new UpstreamFault('stopping'));
  });
  givenUp.catch(() => undefined);
  return { ask: async (request) => await Promise.race([givenUp, upstream(request)]), giveUp };
}

/** The embedded service: a function in this process. */
export function embeddedUpstream(fetch: (request: Request) => Promise<Response>): Upstream {
  return async (request) => {
    const response = await fetch(
      new Request(`http://service.embedded${request.target}`, {
        method: request.method,
        headers: request.headers,
        body: request.body as Uint8Array<ArrayBuffer> | null,
      }),
    );
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      retryAfter: response.headers.get('retry-after'),
      organisation: readOrganisation(response.headers.get(ORGANISATION_HEADER)),
      body: new Uint8Array(await response.arrayBuffer()),
    };
  };
}

async function readWhole(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > MAX_REPLY_BYTES) throw new UpstreamFault('too-large');
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

function faultOf(error: unknown, signal: AbortSignal): UpstreamFault {
  if (error instanceof UpstreamFault) return error;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (signal.aborted || /TIMEOUT/.test(code)) {
    return new UpstreamFault(code === 'UND_ERR_CONNECT_TIMEOUT' ? 'unreachable' : 'timeout', error);
  }
  // An open connection can end with some of them, too, after the service has read the request.
  const isOpen = syscall === 'read' || syscall === 'write';
  const never = !isOpen && /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(code);
  return new UpstreamFault(never ? 'unreachable' : 'broken', error);
}
