import pino from 'pino';
import { createGateway, type Gateway } from '#gateway/app.ts';
import type { GatewayOptions } from '#gateway/context.ts';
import { createEventStreams } from '#gateway/event-stream.ts';
import { createEvents } from '#gateway/events.ts';
import { createJournal } from '#gateway/journal.ts';
import { createSessions } from '#gateway/session.ts';
import { createSignInLimit } from '#gateway/sign-in-limit.ts';
import { createSignOuts } from '#gateway/sign-outs.ts';
import { migrateStore } from '#gateway/store.ts';
import { embeddedUpstream, type Upstream } from '#gateway/upstream.ts';
import { CRESTLINE, startTestService, type TestService } from './service.ts';

export const ORIGIN = 'http://desk.test';
export const SECRET = 'a secret of the tests, long enough to be one';

/** Signs the webhooks that the gateway takes. */
export const WEBHOOK_SECRET = `whsec_${Buffer.from('the tests’ webhook secret').toString('base64')}`;

export interface TestGateway {
  service: TestService;
  logged: string[];
  gateway: Gateway;
  /** Hears what other gateways of the store signed out. */
  hearSignOuts(): Promise<void>;
  /** A browser: keeps cookies, says where it comes from on writes, and connects from an address. */
  browser(remote?: string): TestBrowser;
  close(): Promise<void>;
}

export interface TestBrowser {
  cookies: Map<string, string>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  signIn(accessToken?: string): Promise<Response>;
}

interface TestGatewayOptions extends Partial<GatewayOptions> {
  secrets?: string[];
  idleMs?: number;
  lifetimeMs?: number;
  signInsPerMinute?: number;
  /** A gateway before whose service, and on whose store, this one stands too. */
  beside?: TestGateway;
}

/** The real gateway in this process, before the real service unless another upstream is given. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const service = options.beside?.service ?? (await startTestService());
  const logged: string[] = [];
  const clock = options.clock ?? Date.now;
  const upstream: Upstream = options.upstream ?? embeddedUpstream(service.fetch);
  await migrateStore(service.database.pool);
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const signOuts = createSignOuts(service.database.pool, clock, log);
  const events = createEvents(service.database.pool, clock);
  const { pool } = service.database;
  const gateway = createGateway({
    signIns: createSignInLimit({
      pool,
      clock,
      perMinute: options.signInsPerMinute ?? 10,
      onLost: (error) => void logged.push(String(error)),
    }),
    journal: createJournal({ pool, clock, pendingMs: 60_000 }),
    events,
    streams: createEventStreams(events),
    webhooks: { secrets: [WEBHOOK_SECRET], hmac: undefined },
    upstream,
    sessions: createSessions({
      secrets: options.secrets ?? [SECRET],
      idleMs: options.idleMs ?? 30 * 60_000,
      lifetimeMs: options.lifetimeMs ?? 12 * 3_600_000,
      clock,
      signOuts,
    }),
    assets: null,
    log,
    memberIdInPath: '_id',
    describeService: async () => ({
      environment: { kind: 'demo', host: 'embedded service' },
      demoSignIns: [],
    }),
    isServiceReady: async () => true,
    timeoutMs: 2_000,
    parameterNames: {},
    publicOrigin: undefined,
    trustProxy: false,
    ...options,
    clock,
  });
  return {
    service,
    logged,
    gateway,
    hearSignOuts: signOuts.refresh,
    browser: (remote) => browserOf(gateway, options.publicOrigin ?? ORIGIN, remote),
    close: options.beside ? async () => {} : service.close,
  };
}

/** A browser of one person: its cookies are its own. */
export function browserOf(gateway: Gateway, origin: string, remote?: string): TestBrowser {
  const cookies = new Map<string, string>();
  const browser: TestBrowser = {
    cookies,
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers);
      if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
      const isWrite = init.method !== undefined && init.method !== 'GET' && init.method !== 'HEAD';
      if (isWrite && !headers.has('origin')) headers.set('origin', origin);
      const response = await gateway(new Request(origin + path, { ...init, headers }), remote);
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const [name = '', value = ''] = pair.split('=');
        if (/max-age=0/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },
    signIn: (accessToken = CRESTLINE) =>
      browser.fetch('/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ accessToken }),
      }),
  };
  return browser;
}
