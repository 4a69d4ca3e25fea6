import { fieldsOf } from '#dashboard/lib/json.ts';

/** The last calls of this tab, kept as they are in memory; Diagnostics removes personal data from them. */

export interface Call {
  id: number;
  method: string;
  path: string;
  /** When it was sent, in milliseconds since 1970. */
  at: number;
  state: 'under-way' | 'answered' | 'network' | 'timeout' | 'cancelled';
  /** How long it took, in milliseconds; null while it is under way. */
  ms: number | null;
  status: number | null;
  /** The bytes of the answer, unpacked; null without one. */
  size: number | null;
  /** How often the same was read in vain just before. */
  retries: number;
  requestHeaders: readonly Header[];
  requestBody: Piece | null;
  headers: readonly Header[];
  body: Piece | null;
}

export type Header = readonly [name: string, value: string];

export interface Piece {
  bytes: Uint8Array;
  cut: boolean;
}

export const MOST_CALLS = 200;

/** As much of a body as is kept, in bytes. */
const MOST_BYTES = 4_096;

let calls: readonly Call[] = [];
let lastId = 0;
let changes = 0;
const listeners = new Set<() => void>();

/** The calls, the oldest first: another array after each change. */
export function callsSeen(): readonly Call[] {
  return calls;
}

/** Calls back on every change. Returns how to stop. */
export function subscribeToCalls(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Forgets all calls: the next holder of a session has no business with them. */
export function forgetCalls(): void {
  adopt([]);
}

export function changesSeen(): number {
  return changes;
}

/** Calls back because something else that is counted has changed. */
export function noteChange(): void {
  changes += 1;
  for (const listener of listeners) listener();
}

/** Records that a call is sent; what it returns records its outcome. */
export function noteCall(method: string, path: string, init: RequestInit) {
  const id = ++lastId;
  const started = performance.now();
  // A session's bodies carry access tokens: they are never taken down at all.
  const hasBodies = !path.startsWith('/session');
  const call: Call = {
    id,
    method,
    path,
    at: Date.now(),
    state: 'under-way',
    ms: null,
    status: null,
    size: null,
    retries: retriesOf(method, path),
    requestHeaders: [...new Headers(init.headers)],
    requestBody:
      hasBodies && typeof init.body === 'string' ? pieceOf(new TextEncoder().encode(init.body)) : null,
    headers: [],
    body: null,
  };
  adopt([...calls.slice(1 - MOST_CALLS), call]);
  const end = (change: Partial<Call>) => {
    const known = { ...change, ms: performance.now() - started };
    adopt(calls.map((each) => (each.id === id ? { ...each, ...known } : each)));
  };
  return {
    answered(response: Response, bytes: ArrayBuffer): void {
      const body = hasBodies ? pieceOf(new Uint8Array(bytes)) : null;
      const { status } = response;
      end({ state: 'answered', status, size: bytes.byteLength, headers: [...response.headers], body });
    },
    /** `response` is there where the answer broke off after its head. */
    failed(cause: unknown, response?: Response): void {
      // By its name: a signal's reason may be of another realm's class.
      const { name } = fieldsOf(cause);
      const state = name === 'TimeoutError' ? 'timeout' : name === 'AbortError' ? 'cancelled' : 'network';
      end({ state, ...(response && { status: response.status, headers: [...response.headers] }) });
    },
  };
}

/** A write is never sent again by itself: that it is the same as the last one is chance. */
function retriesOf(method: string, path: string): number {
  if (method !== 'GET') return 0;
  const last = calls.findLast((call) => call.path === path && call.method === method);
  const inVain = last && (last.state === 'network' || last.state === 'timeout' || (last.status ?? 0) >= 429);
  return inVain ? last.retries + 1 : 0;
}

/** Copied, because a view of a part would keep the whole of it in memory. */
function pieceOf(bytes: Uint8Array): Piece {
  return { bytes: bytes.slice(0, MOST_BYTES), cut: bytes.length > MOST_BYTES };
}

function adopt(next: readonly Call[]): void {
  calls = next;
  noteChange();
}
