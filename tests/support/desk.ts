import { ORIGIN, startTestGateway, type TestGateway } from './gateway.ts';
import { CRESTLINE } from './service.ts';

/** What stands in a request's place: an answer, or a failure of the network. */
export type Fault = (request: Request) => Response | Promise<Response>;

export interface Desk {
  gateway: TestGateway;
  /** The paths that were asked for since the last look, in order, with their methods. */
  asked: () => string[];
  signIn(accessToken?: string): Promise<void>;
  /** Ends the session on the gateway's side, as time would. */
  endSession(): void;
  /** From now on, requests whose path and query match are answered by the fault; returns how to end it. */
  fault(match: RegExp, fault: Fault): () => void;
  close(): Promise<void>;
}

/**
 * A desk for component tests: `fetch` of this environment goes to the real gateway before the real service, in
 * this process. Failures are put in at the network's edge, between the two.
 */
export async function startDesk(): Promise<Desk> {
  const gateway = await startTestGateway();
  const browser = gateway.browser();
  const real = globalThis.fetch;
  const faults: { match: RegExp; fault: Fault }[] = [];
  let asked: string[] = [];
  globalThis.fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : String(input), ORIGIN);
    const path = address.pathname + address.search;
    asked.push(`${init?.method ?? 'GET'} ${path}`);
    init?.signal?.throwIfAborted();
    const faulty = faults.find(({ match }) => match.test(path));
    if (faulty) return await faulty.fault(new Request(address, withoutSignal(init)));
    const response = await browser.fetch(path, withoutSignal(init));
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
    async signIn(accessToken = CRESTLINE) {
      await browser.signIn(accessToken);
    },
    endSession: () => browser.cookies.clear(),
    fault(match, fault) {
      const entry = { match, fault };
      faults.unshift(entry);
      return () => void faults.splice(faults.indexOf(entry), 1);
    },
    async close() {
      globalThis.fetch = real;
      await gateway.close();
    },
  };
}

/** An AbortSignal of the test's document is none to the fetch of Node. */
function withoutSignal(init: RequestInit | undefined): RequestInit {
  const { signal: _signal, ...rest } = init ?? {};
  return rest;
}
