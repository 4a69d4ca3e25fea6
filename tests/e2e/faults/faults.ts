import { added, asText, gone, huge, noPaging, nulled, unheardOf } from './drift.ts';
import type { Exchange, Strike } from './fault-proxy.ts';

/** The gateway's patience in these tests, in place of the 30 s of a real one. */
export const TIMEOUT_MS = 15_000;

/** "Byte by byte over 20 s", in the same proportion. */
const DRIP_MS = (TIMEOUT_MS * 20) / 30;

export interface Fault {
  /** How it is struck; `refuse` closes the door to everybody. */
  strike: Strike | 'refuse';
  /**
   * The result of a read. `shown`: the answer is usable. `session`: the sign-in comes over the page. Otherwise the words
   * that say what happened and what to do.
   */
  read: 'shown' | 'session' | RegExp;
  /** The result of a write, going by the answer. */
  write: 'done' | 'refused' | 'not-sent' | 'session' | 'unknown';
  /** Whether the service really carried the write out. */
  carriedOut: boolean;
}

const unreadable = /Unexpected response from the service/;
const brokeOff = /connection to the service was interrupted.*Try again/;

/** Every fault of the bar, by name; paging without its figures is a missing field of the lists. */
export const faults: Record<string, Fault> = {
  'refused connection': {
    strike: 'refuse',
    read: /The service can’t be reached\. .*Try again/,
    write: 'not-sent',
    carriedOut: false,
  },
  'reset after the request was taken': {
    strike: after(({ outgoing }) => void outgoing.socket?.resetAndDestroy()),
    read: brokeOff,
    write: 'unknown',
    carriedOut: true,
  },
  'no answer for 30 s': {
    strike: after(() => {}),
    read: /did not answer in time.*Try again/,
    write: 'unknown',
    carriedOut: true,
  },
  'byte by byte over 20 s': { strike: drip, read: 'shown', write: 'done', carriedOut: true },
  'status 500': {
    strike: answer(500),
    read: /reported an error.*Try again/,
    write: 'unknown',
    carriedOut: false,
  },
  '502 with HTML': {
    strike: ({ outgoing }) =>
      void outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    read: unreadable,
    write: 'unknown',
    carriedOut: false,
  },
  '503 with Retry-After': {
    strike: answer(503, { 'retry-after': '2' }),
    read: /not available at the moment.*Try again in 2 s/,
    write: 'unknown',
    carriedOut: false,
  },
  '429 with Retry-After': {
    strike: answer(429, { 'retry-after': '2' }),
    read: /too many requests\. Try again in 2 s/,
    write: 'unknown',
    carriedOut: false,
  },
  '401 in mid-session': { strike: answer(401), read: 'session', write: 'session', carriedOut: false },
  'status 403': {
    strike: answer(403),
    read: /does not allow this\. Ask the person who issued it/,
    write: 'refused',
    carriedOut: false,
  },
  'status 404': {
    strike: answer(404),
    read: /Not found\.|no lending terms yet|Token not found/,
    write: 'refused',
    carriedOut: false,
  },
  '200 with the error envelope': {
    strike: answer(200),
    read: /refused this\. Its message: “Told by the fault server”/,
    write: 'unknown',
    carriedOut: false,
  },
  '200 with broken JSON': {
    strike: spoil((body) => Buffer.concat([body.subarray(0, body.length - 2), Buffer.from(']oops')])),
    read: unreadable,
    write: 'unknown',
    carriedOut: true,
  },
  '200 cut off': { strike: cut, read: brokeOff, write: 'unknown', carriedOut: true },
  '200 with an empty body': {
    strike: spoil(() => Buffer.alloc(0)),
    read: unreadable,
    write: 'unknown',
    carriedOut: true,
  },
  'a missing field': { strike: bend(gone), read: 'shown', write: 'done', carriedOut: true },
  'no paging fields': { strike: bend(noPaging), read: 'shown', write: 'done', carriedOut: true },
  'a null field': { strike: bend(nulled), read: 'shown', write: 'done', carriedOut: true },
  'an unknown enum': { strike: bend(unheardOf), read: 'shown', write: 'done', carriedOut: true },
  'a number as a string': { strike: bend(asText), read: 'shown', write: 'done', carriedOut: true },
  'an added field': { strike: bend(added), read: 'shown', write: 'done', carriedOut: true },
  'a million-character string': { strike: bend(huge), read: 'shown', write: 'done', carriedOut: true },
};

const JSON_TYPE = { 'content-type': 'application/json' };

/** An answer in the service's place: the error envelope, under a status. */
function answer(status: number, headers: Record<string, string> = {}): Strike {
  const body = JSON.stringify({ status: 'error', message: 'Told by the fault server' });
  return ({ outgoing }) => void outgoing.writeHead(status, { ...JSON_TYPE, ...headers }).end(body);
}

/** The service does its part before anything goes wrong. */
function after(then: (exchange: Exchange) => void): Strike {
  return async (exchange) => {
    await exchange.pass();
    then(exchange);
  };
}

/** The real answer with its bytes changed. */
function spoil(change: (body: Buffer) => Buffer): Strike {
  return async ({ outgoing, pass }) => {
    const { status, cookies, body } = await pass();
    outgoing.writeHead(status, { ...JSON_TYPE, ...cookies }).end(change(body));
  };
}

/** The real answer with its content changed. */
export function bend(change: (data: unknown) => void): Strike {
  return spoil((body) => {
    const reply = JSON.parse(body.toString('utf8'));
    change(reply.data);
    return Buffer.from(JSON.stringify(reply));
  });
}

/** Says how long it is, and ends in the middle. */
async function cut({ outgoing, pass }: Exchange): Promise<void> {
  const { status, body } = await pass();
  outgoing.writeHead(status, { ...JSON_TYPE, 'content-length': body.length });
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy());
}

/** The first bytes one by one, the rest so that the whole takes its time. */
async function drip({ outgoing, pass }: Exchange): Promise<void> {
  const { status, cookies, body } = await pass();
  outgoing.writeHead(status, { ...JSON_TYPE, ...cookies, 'content-length': body.length });
  const started = Date.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor((body.length * (Date.now() - started)) / DRIP_MS);
    const next = sent < 20 ? sent + 1 : Math.min(body.length, Math.max(due, sent + 1));
    outgoing.write(body.subarray(sent, next));
    sent = next;
    if (sent < body.length && !outgoing.destroyed) return;
    clearInterval(timer);
    outgoing.end();
  }, 20);
}

/** A fault by its name. Throws where there is none of it. */
export function faultOf(name: string): Fault {
  const fault = faults[name];
  if (!fault) throw new Error(`There is no fault "${name}"`);
  return fault;
}
