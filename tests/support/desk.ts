import { afterAll, beforeAll, beforeEach } from 'vitest';
import { embeddedUpstream, type Upstream } from '#gateway/proxy/upstream.ts';
import { describeDemo, ORIGIN, startTestGateway, type TestGateway } from './gateway.ts';
import { CRESTLINE } from './service.ts';

/** Replaces a request: returns an answer, or fails like the network. `pass` gets the real answer. */
export type Fault = (request: Request, pass: () => Promise<Response>) => Response | Promise<Response>;

export interface Desk {
  gateway: TestGateway;
  /**
   * The paths that were asked for since the last look, in order, with their methods. Left out is what every page asks
   * for the badges of the navigation.
   */
  asked: () => string[];
  /** `more`: a name or a role of the demo. */
  signIn(accessToken?: string, more?: { name?: string; demoRole?: string }): Promise<void>;
  /** Ends the session on the gateway's side, as time would. */
  endSession(): void;
  /** Answers requests with a matching path and query by the fault; returns how to end it. */
  fault(match: RegExp, fault: Fault): () => void;
  /** Gives the gateway another service; null: the real one again. */
  replaceService(upstream: Upstream | null): void;
  close(): Promise<void>;
}

/** What the navigation asks for on every page: open runs, unknown outcomes and approvals. */
const BADGES = /^\/(runs\?limit=25|journal\?limit=100&outcome=unknown|desk\/approvals\?limit=1)$/;

/**
 * A desk for component tests: `fetch` of this environment goes to the real gateway before the real service, in
 * this process. Failures are put in at the network's edge, between the two, or behind the gateway.
 */
async function startDesk(): Promise<Desk & { reset(): void }> {
  let replaced: Upstream | null = null;
  const gateway: TestGateway = await startTestGateway({
    upstream: (request) => (replaced ?? embeddedUpstream(gateway.service.fetch))(request),
    describeService: describeDemo,
  });
  const browser = gateway.browser();
  const real = globalThis.fetch;
  const faults: { match: RegExp; fault: Fault }[] = [];
  let asked: string[] = [];
  globalThis.fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : String(input), ORIGIN);
    const path = address.pathname + address.search;
    if (!BADGES.test(path)) asked.push(`${init?.method ?? 'GET'} ${path}`);
    init?.signal?.throwIfAborted();
    const pass = () => browser.fetch(path, withoutSignal(init));
    const faulty = faults.find(({ match }) => match.test(path));
    if (faulty) return await faulty.fault(new Request(address, withoutSignal(init)), pass);
    const response = await pass();
    init?.signal?.throwIfAborted();
    return response;
  };
  return {
    gateway,
    asked() {
      const seen = asked;
      asked = [];
      return seen;
    },
    async signIn(accessToken = CRESTLINE, more = {}) {
      await browser.signIn(accessToken, more);
    },
    endSession: () => browser.cookies.clear(),
    fault(match, fault) {
      const entry = { match, fault };
      faults.unshift(entry);
      return () => {
        const place = faults.indexOf(entry);
        if (place >= 0) faults.splice(place, 1);
      };
    },
    replaceService(upstream) {
      replaced = upstream;
    },
    reset() {
      replaced = null;
      faults.length = 0;
      asked = [];
      browser.cookies.clear();
    },
    async close() {
      globalThis.fetch = real;
      await gateway.close();
    },
  };
}

/** One desk for the tests of a file. Each test begins signed out and without faults. */
export function deskOfFile(): Desk {
  const desk = {} as Awaited<ReturnType<typeof startDesk>>;
  beforeAll(async () => void Object.assign(desk, await startDesk()));
  beforeEach(() => desk.reset());
  afterAll(async () => await desk.close());
  return desk;
}

/** An AbortSignal of the test's document is none to the fetch of Node. */
function withoutSignal(init: RequestInit | undefined): RequestInit {
  const { signal: _signal, ...rest } = init ?? {};
  return rest;
}
