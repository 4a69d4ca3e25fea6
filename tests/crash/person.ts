import type { LoanRequest } from '#contract/loans.ts';
import type { DeskState } from '#contract/session.ts';
import { type CancelAnswer, cancelOrder } from '#dashboard/api/cancel-order.ts';
import { createLoan, type LoanOutcome } from '#dashboard/api/create-loan.ts';
import { newReference, withReference } from '#dashboard/lib/reference.ts';
import { CRESTLINE } from '#tests/support/service.ts';
import type { Claim } from './invariants.ts';

/** Somebody at a desk, who asks by the dashboard's own code and remembers what it was told. */
export interface Person {
  claims: Claim[];
  signIn(): Promise<void>;
  cancel(pair: { member: string; order: string }): Promise<CancelAnswer>;
  lend(loan: LoanRequest): Promise<LoanOutcome>;
  /** Asks the gateway for something of its own; null where there is no answer. */
  read(path: string): Promise<unknown>;
  leave(): void;
}

type Send = (path: string, init: RequestInit) => Promise<Response>;

/** A person whose requests go out as told; until they leave, this process's own `fetch` goes there. */
export function personBy(send: Send): Person {
  const real = globalThis.fetch;
  const claims: Claim[] = [];
  let holder = '';
  globalThis.fetch = async (input, init = {}) => {
    const { pathname, search } = new URL(String(input), 'http://desk.test');
    return await send(pathname + search, init);
  };
  return {
    claims,
    async signIn() {
      const body = JSON.stringify({ accessToken: CRESTLINE });
      const response = await fetch('/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      if (!response.ok) throw new Error(`Nobody could sign in: ${response.status} ${await response.text()}`);
      holder = ((await response.json()) as { data: DeskState }).data.session?.holder ?? '';
    },
    async cancel(pair) {
      const answer = await cancelOrder(pair, { reason: 'A crash', run: 'storm' }, holder);
      claims.push({ kind: 'cancel', order: pair.order, outcome: answer.outcome });
      return answer;
    },
    async lend(loan) {
      const reference = newReference();
      const body = { ...loan, reason: withReference('A crash', reference) };
      const outcome = await createLoan(body, { reference }, holder);
      const id = outcome.kind === 'created' ? outcome.loan.id : undefined;
      claims.push({ kind: 'loan', reference, outcome: outcome.kind, id });
      return outcome;
    },
    async read(path) {
      try {
        return ((await (await fetch(path)).json()) as { data?: unknown }).data ?? null;
      } catch {
        return null;
      }
    },
    leave() {
      globalThis.fetch = real;
    },
  };
}

/** A person with a cookie before the gateway at an address. */
export function personAt(address: string): Person {
  const real = globalThis.fetch;
  let cookie = '';
  return personBy(async (path, init) => {
    const headers = new Headers(init.headers);
    headers.set('origin', address);
    if (cookie) headers.set('cookie', cookie);
    const response = await real(address + path, { ...init, headers });
    for (const line of response.headers.getSetCookie()) cookie = line.split(';')[0] ?? '';
    return response;
  });
}
