import type { LoanRequest } from '#contract/loans.ts';
import { newReference, withReference } from '#contract/reference.ts';
import type { DeskState } from '#contract/session.ts';
import { sendWrite, type WriteResult } from '#dashboard/api/operations/send-write.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { CRESTLINE } from '#tests/support/service.ts';
import type { Claim } from './invariants.ts';

/** A person at a browser, who writes with the dashboard's own code and remembers the answers. */
export interface Person {
  claims: Claim[];
  signIn(): Promise<void>;
  /** Requests a cancellation; another request for the same order repeats it under the same key. */
  cancel(pair: { member: string; order: string }): Promise<{ outcome: string }>;
  lend(loan: LoanRequest): Promise<void>;
  /** Reads something from the gateway; null if there is no answer. */
  read(path: string): Promise<unknown>;
  leave(): void;
}

type Send = (path: string, init: RequestInit) => Promise<Response>;

/** A person whose requests go out as told; until they leave, this process's own `fetch` goes there. */
export function personBy(send: Send): Person {
  const real = globalThis.fetch;
  const claims: Claim[] = [];
  const keys = new Map<string, string>();
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
    async cancel({ member, order }) {
      const key = keys.get(order) ?? newUuid();
      keys.set(order, key);
      const params = { id: member, orderId: order };
      const note = { reason: 'A crash' };
      const result = await sendWrite({ kind: 'cancelOrder', input: { params }, key, note, holder });
      const outcome = cancellationOf(result);
      const earlier = claims.find((claim) => claim.kind === 'cancel' && claim.order === order);
      if (earlier) earlier.outcome = outcome;
      else claims.push({ kind: 'cancel', order, outcome });
      return { outcome };
    },
    async lend(loan) {
      const reference = newReference();
      const body = { ...loan, reason: withReference('A crash', reference) };
      const note = { reference };
      const result = await sendWrite({ kind: 'createLoan', input: { body }, key: newUuid(), note, holder });
      const id = result.kind === 'done' ? result.data.id : undefined;
      const outcome = result.kind === 'done' ? 'created' : result.kind === 'open' ? 'unknown' : result.kind;
      claims.push({ kind: 'loan', reference, outcome, id });
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

function cancellationOf(result: WriteResult<'cancelOrder'>): string {
  if (result.kind === 'done') return 'cancelled';
  if (result.kind === 'refused' && result.error.code === 'ORDER_TERMINATED_ERROR') return 'already-cancelled';
  return result.kind === 'open' ? 'unknown' : result.kind;
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
