import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NOTE_HEADER } from '#contract/journal.ts';
import { HOLDER_HEADER } from '#contract/session.ts';
import { cancelOrder, settleLost } from './cancel-order.ts';

const PAIR = { member: 'm1', order: 'o1' };
const NOTE = { reason: 'Grund: “é”', run: 'r1' };
const order = { _id: 'o1', status: 'Terminated', type: 'Buy', currency: 'NGN', amount: 2, price: 1 };

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What goes out, each answered in turn; the last answer stays. */
function answering(...answers: (() => Response)[]): Request[] {
  const asked: Request[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push(new Request(new URL(path, 'http://desk.test'), init));
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return (answer as () => Response)();
  });
  return asked;
}

const json = (status: number, body: unknown, headers = {}) =>
  Response.json(body, { status, headers: { 'x-request-id': 'req-1', ...headers } });
const error = (status: number, message: string, code?: string) => () =>
  json(status, { status: 'error', message, ...(code && { code }) });

describe('the answer to a cancellation', () => {
  it.each<[string, () => Response, string]>([
    ['the order', () => json(200, { status: 'success', message: '', data: order }), 'cancelled'],
    ['another order', () => json(200, { status: 'success', data: { ...order, _id: 'o2' } }), 'unknown'],
    [
      'an order still active',
      () => json(200, { status: 'success', data: { ...order, status: 'Active' } }),
      'unknown',
    ],
    ['no order', () => json(200, { status: 'success', data: null }), 'unknown'],
    ['nothing', () => new Response('', { status: 200 }), 'unknown'],
    ['half an answer', () => new Response('{"status":"succ', { status: 200 }), 'unknown'],
    ['an error that calls itself well', error(200, 'oops'), 'unknown'],
    [
      'terminated',
      error(400, 'ORDER_TERMINATED_ERROR: This order is already cancelled.'),
      'already-cancelled',
    ],
    ['terminated, by a code of its own', error(409, 'No.', 'ORDER_TERMINATED_ERROR'), 'already-cancelled'],
    [
      'terminated, beside a code that nobody knows',
      error(400, 'ORDER_TERMINATED_ERROR', 'E17'),
      'already-cancelled',
    ],
    ['fulfilled', error(400, 'ORDER_FULFILLED_ERROR: no'), 'already-fulfilled'],
    ['another member', error(400, 'USER_MISMATCH_ERROR: no'), 'not-this-member'],
    ['not allowed', error(400, 'ORDER_OPERATION_NOT_ALLOWED_ERROR: no'), 'not-cancellable'],
    ['a known code in a failure', error(500, 'ORDER_TERMINATED_ERROR: no'), 'unknown'],
    ['not found', error(404, 'orderId: no such order'), 'not-found'],
    ['a refusal of another kind', error(422, 'no'), 'refused'],
    ['a time-out of the service', error(408, 'slow'), 'unknown'],
    ['a failure', error(500, 'oops'), 'unknown'],
    ['no answer in time', error(504, 'slow', 'SERVICE_TIMEOUT'), 'unknown'],
    ['a page of something between', error(403, 'html', 'SERVICE_UNREADABLE'), 'unknown'],
    ['nobody there', error(503, 'down', 'SERVICE_UNREACHABLE'), 'not-sent'],
    ['no journal', error(503, 'journal', 'JOURNAL_UNAVAILABLE'), 'not-sent'],
    ['too many', error(429, 'slowly'), 'not-sent'],
    ['no session', error(401, 'who?', 'SESSION_REQUIRED'), 'not-sent'],
    ['the session of somebody else', error(401, 'who?', 'SESSION_CHANGED'), 'not-sent'],
    [
      'a broken connection',
      () => {
        throw new TypeError('failed');
      },
      'unknown',
    ],
  ])('is read as what it says and no more: %s', async (_, answer, outcome) => {
    const asked = answering(answer);
    const came = await cancelOrder(PAIR, NOTE, 'holder-1');
    expect(came.outcome).toBe(outcome);
    expect(asked).toHaveLength(1);
    expect(came.session === true).toBe(/session/.test(_));
  });

  it('is asked for by one POST, with the reason for the journal and for whom it is sent', async () => {
    const asked = answering(() => json(200, { status: 'success', data: order }));
    await cancelOrder(PAIR, NOTE, 'holder-1');
    const [request] = asked;
    expect(request?.method).toBe('POST');
    expect(new URL(request?.url ?? '').pathname).toBe('/v1/api/members/m1/orders/o1/cancel');
    expect(request?.headers.get(HOLDER_HEADER)).toBe('holder-1');
    const note = Buffer.from(request?.headers.get(NOTE_HEADER) ?? '', 'base64url').toString('utf8');
    expect(JSON.parse(note)).toEqual(NOTE);
  });

  it('is of the ids that were given and no other address, whatever stands in them', async () => {
    const id = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom('../../session', 'a/b', 'a b', '..', '?x', '#'),
    );
    await fc.assert(
      fc.asyncProperty(id, id, async (member, orderId) => {
        const asked = answering(error(404, 'no'));
        await cancelOrder({ member, order: orderId }, {}, 'h');
        for (const { url } of asked) {
          const { pathname, search, hash } = new URL(url);
          const [, v1, api, members, one, orders, other, cancel, ...rest] = pathname.split('/');
          expect([v1, api, members, orders, cancel, rest]).toEqual([
            'v1',
            'api',
            'members',
            'orders',
            'cancel',
            [],
          ]);
          expect([decodeURIComponent(one ?? ''), decodeURIComponent(other ?? '')]).toEqual([member, orderId]);
          expect(search + hash).toBe('');
        }
      }),
    );
  });
});

describe('what a probe found out', () => {
  const journal = (...outcomes: string[]) => {
    const entries = outcomes.map((outcome, index) => ({ id: `e${index}`, outcome }));
    return () => json(200, { status: 'success', data: { entries, next: null, total: entries.length } });
  };
  const settled = () => json(200, { status: 'success', data: null });
  const found = { outcome: 'found-done', evidence: 'a probe' } as const;
  const told = async (asked: Request[]) =>
    await Promise.all(
      asked.slice(1).map(async (request) => [new URL(request.url).pathname, (await request.json()).outcome]),
    );

  it('is put down once where several calls were lost: to the first of them', async () => {
    const asked = answering(journal('refused', 'unknown', 'not-sent', 'unknown'), settled);
    expect(await settleLost(PAIR, found)).toBe(true);
    expect(await told(asked)).toEqual([
      ['/journal/e3/settle', 'found-done'],
      ['/journal/e1/settle', 'found-not-done'],
    ]);
  });

  it('is put down to the call that is known to have done it', async () => {
    const asked = answering(journal('refused', 'done', 'unknown'), settled);
    expect(await settleLost(PAIR, found)).toBe(true);
    expect(await told(asked)).toEqual([['/journal/e2/settle', 'found-not-done']]);
  });

  it('is told later while one of them may still be under way', async () => {
    answering(journal('pending'), settled);
    expect(await settleLost(PAIR, found)).toBe(false);
  });
});
