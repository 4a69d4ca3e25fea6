import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Gateway, GatewayOptions } from '../http/context.ts';
import type { DemoSignIn } from '../people/token-sign-in.ts';
import type { TokenSource } from '../session/token-checks.ts';
import { embeddedUpstream } from './upstream.ts';

/** A gateway's backend: the service it calls, and the database that it keeps its own tables in. */
export type Behind = Pick<GatewayOptions, 'upstream' | 'describeService' | 'isReady'> & {
  /** The gateway keeps its journal next to the service's tables, or in a database of its own. */
  pool: Pool;
  /** Says whether an access token is accepted without a request to the service; absent for a remote service. */
  tokens?: TokenSource;
  /** Ends what works on the database by itself in this process: deliveries of the service, and local commands. */
  stopWork?: () => Promise<void>;
  close(): Promise<void>;
};

/** Within five seconds, with the second between two looks at open streams, a revoked token ends its sessions. */
const EMBEDDED_FRESH_MS = 3_000;

/** The service in this process, as much of it as the gateway knows. */
interface EmbeddedService {
  fetch: (request: Request) => Promise<Response>;
  database: { pool: Pool };
  acceptsToken: (accessToken: string) => Promise<boolean>;
  demoSignIns: () => Promise<DemoSignIn[]>;
  stopWork(): Promise<void>;
  close(): Promise<void>;
}

/** The service of this very process behind the gateway, its journal in the service's database. */
export function embeddedBehind(service: EmbeddedService): Behind {
  let known: DemoSignIn[] | undefined;
  return {
    pool: service.database.pool,
    upstream: embeddedUpstream(service.fetch),
    tokens: {
      freshMs: EMBEDDED_FRESH_MS,
      ask: async ({ accessToken }) => ((await service.acceptsToken(accessToken)) ? 'accepted' : 'refused'),
    },
    isReady: async () => (await service.fetch(new Request('http://service.embedded/readyz'))).ok,
    async describeService() {
      // While the database is away, pages still come, and say what can't be read.
      const demoSignIns = await service.demoSignIns().catch((error: unknown) => {
        if (!known) throw error;
        return known;
      });
      known = demoSignIns;
      const kind = demoSignIns.length > 0 ? 'demo' : 'live';
      return { environment: { kind, host: 'embedded service' }, demoSignIns };
    },
    stopWork: service.stopWork,
    close: service.close,
  };
}

/**
 * The gateway as the receiver of the embedded service's webhooks, under a secret that only this process knows. The
 * service delivers from its very start: what comes before the gateway is connected waits for it, up to the caller's
 * own limit, since an attempt that failed would be made again much later.
 */
export function insideReceiver() {
  let connect: (ready: Gateway) => void = () => {};
  const connected = new Promise<Gateway>((resolve) => {
    connect = resolve;
  });
  return {
    url: 'http://gateway.embedded/webhooks',
    secret: `whsec_${randomBytes(32).toString('base64')}`,
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const gateway = await Promise.race([connected, ended(init?.signal)]);
      return await gateway(new Request(input, init));
    },
    connect,
  };
}

/** Rejects once a signal says that no one waits any longer. */
function ended(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
