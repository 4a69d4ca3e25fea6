import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#contract/permissions.ts';
import { customersQuery } from '../customers/customers.ts';
import { lookUp } from './lookup.ts';
import { endpointQuery } from './queries.ts';
import { type Look, type Term, termOf } from './search-term.ts';

type Answers = (path: string) => Response | Promise<Response>;

let client: QueryClient;
let asked: string[];
beforeEach(() => {
  client = new QueryClient();
  signInAs('operations');
  asked = [];
});
function signInAs(role: Role) {
  client.setQueryData(['desk'], { session: { label: 'Crestline', roles: [role] }, ended: false });
}

function serve(answers: Answers) {
  vi.stubGlobal('fetch', async (path: string, { signal }: { signal: AbortSignal }) => {
    asked.push(path);
    signal.throwIfAborted();
    const answer = await answers(path);
    signal.throwIfAborted();
    return answer;
  });
}

const reply = (data: unknown) => Response.json({ status: 'success', message: 'ok', data });
const refusal = (status: number, message = 'No.') => Response.json({ status: 'error', message }, { status });

const members = (from: number, count: number, pages: number) => ({
  page: 1,
  pages,
  count,
  total: pages * 100,
  members: Array.from({ length: count }, (_, index) => ({
    _id: `member-record-${from + index}`,
    status: 'active',
    user: {
      _id: `member-user-id-${from + index}`,
      fname: 'Ada',
      lname: 'Obi',
      email: 'm•••@x•••.test',
    },
  })),
});

const nobody: Answers = (path) => {
  if (path.startsWith('/v1/api/member')) return reply(members(0, 0, 1));
  if (path.startsWith('/journal')) return reply({ entries: [], next: null, total: 0 });
  if (path.startsWith('/runs')) return reply({ runs: [], next: null, total: 0 });
  if (path.startsWith('/events/log')) return reply({ events: [], next: null, total: 0 });
  return refusal(404);
};

async function look(term: Term, signal = new AbortController().signal) {
  const told: Look[] = [];
  await lookUp(client, term, signal, (one) => told.push(one));
  const last = new Map(told.map((one) => [one.place, one]));
  return { told, last };
}

test.each<[string, Term | null]>([
  ['', null],
  ['a', null],
  [' ada ', { kind: 'name', text: 'ada' }],
  ['12345678901', { kind: 'name', text: '12345678901' }],
  ['123456789012', { kind: 'id', text: '123456789012' }],
  ['  64af0c0ffee0c0ffee0c0ffe \n', { kind: 'id', text: '64af0c0ffee0c0ffee0c0ffe' }],
  ['two words that are long', { kind: 'name', text: 'two words that are long' }],
  ['achebe.temitope.c443', { kind: 'name', text: 'achebe.temitope.c443' }],
  ['constantinople', { kind: 'name', text: 'constantinople' }],
  ['............', null],
  ['a'.repeat(101), null],
  ['@', null],
  ['ada@x', { kind: 'name', text: 'ada@x' }],
  [' ada.obi+1@x.co.uk ', { kind: 'email', text: 'ada.obi+1@x.co.uk' }],
  [`${'a'.repeat(320)}@x.test`, null],
])('"%s" is looked up as %j', (query, term) => {
  expect(termOf(query)).toEqual(term);
});

test('an id that nothing has is looked for in four places, and each says so', async () => {
  serve(nobody);
  const { last } = await look({ kind: 'id', text: '64af0c0ffee0' });
  expect([...last].map(([place, { state }]) => [place, state])).toEqual([
    ['loans', 'absent'],
    ['members', 'absent'],
    ['tokens', 'absent'],
    ['activity', 'absent'],
  ]);
  expect(asked.sort()).toEqual([
    '/events/log?limit=100&order=64af0c0ffee0',
    '/journal?limit=100&q=64af0c0ffee0',
    '/runs?q=64af0c0ffee0&limit=5',
    '/v1/api/member?page=1&limit=100',
    '/v1/api/token/64af0c0ffee0',
  ]);
});

test('loans are looked for among those that are here, in pages and in the whole list', async () => {
  serve(nobody);
  const money = { amount: 5, repayment_amount: 6, currency: 'NGN', status: 'ACTIVE' };
  const loan = { id: 'loan-number-1', borrower: 'borrower-id-1', ...money };
  const other = { id: 'loan-number-2', borrower: 'borrower-id-1', ...money };
  client.setQueryData(endpointQuery('listLoans', { query: { page: 1, limit: 25 } }).queryKey, {
    data: { docs: [loan], totalDocs: 137 },
    drift: [],
    requestId: undefined,
  });
  client.setQueryData(['all', 'loans'], { rows: [loan, other], progress: { total: 137 } });
  const found = (await look({ kind: 'id', text: 'loan-number-1' })).last.get('loans');
  expect(found).toMatchObject({ state: 'found', seen: 2, total: 137, findings: [{ kind: 'loan', loan }] });
  const lent = (await look({ kind: 'id', text: 'borrower-id-1' })).last.get('loans');
  expect(lent?.findings).toEqual([{ kind: 'borrower', id: 'borrower-id-1', loans: 2 }]);
});

test('members are looked at page by page until one is the right one, and not asked for again soon', async () => {
  serve((path) => {
    const page = Number(/member\?page=(\d+)/.exec(path)?.[1]);
    return page ? reply(members((page - 1) * 100, 100, 3)) : refusal(404);
  });
  const { told, last } = await look({ kind: 'id', text: 'member-user-id-150' });
  expect(last.get('members')).toMatchObject({ state: 'found', seen: 200, total: 300 });
  expect(told.filter(({ place }) => place === 'members').map(({ state, seen }) => [state, seen])).toEqual([
    ['looking', undefined],
    ['looking', 100],
    ['found', 200],
  ]);
  asked = [];
  await look({ kind: 'id', text: 'member-user-id-160' });
  expect(asked.filter((path) => path.includes('/member'))).toEqual(['/v1/api/token/member-user-id-160']);
});

test('a member is found by email where the gateway knows one, and only for those who may see contact data', async () => {
  serve((path) => {
    if (path === '/desk/member-search') return reply({ members: ['member-record-20'] });
    return path.includes('/member?') ? reply(members(0, 100, 3)) : refusal(404);
  });
  const found = (await look({ kind: 'email', text: 'M20@X.test' })).last.get('members');
  expect(found).toMatchObject({ state: 'found', findings: [{ member: { _id: 'member-record-20' } }] });
  asked = [];
  signInAs('analyst');
  expect((await look({ kind: 'email', text: 'M20@X.test' })).last.get('members')).toMatchObject({
    state: 'skipped',
    why: 'Your role can’t search members by email.',
  });
  expect(asked).toEqual(['/v1/api/customers/transactions?email=M20%40X.test&page=1&limit=1']);
});

test('a long list of members is not read to its end, and the look says how far it went', async () => {
  serve((path) => (path.includes('/member?') ? reply(members(1000, 100, 90)) : refusal(404)));
  const { last } = await look({ kind: 'id', text: 'member-user-id-1' });
  expect(last.get('members')).toMatchObject({ state: 'absent', seen: 500, total: 9000 });
  expect(asked.filter((path) => path.includes('/member?'))).toHaveLength(5);
});

test('a token is asked for by its id', async () => {
  serve((path) =>
    path.includes('/token/')
      ? reply({ _id: 'token-number-1', name: 'Kano Solar', symbol: 'KNS', currency: 'NGN', price: {} })
      : nobody(path),
  );
  expect((await look({ kind: 'id', text: 'token-number-1' })).last.get('tokens')?.findings).toEqual([
    { kind: 'token', id: 'token-number-1', name: 'Kano Solar', symbol: 'KNS' },
  ]);
});

const trade = {
  ...{
    _id: 't',
    type: 'Buy',
    status: 'Completed',
    volume: 1,
    price: 2,
    token: { _id: 't', currency: 'NGN' },
  },
  meta: { customer: { name: 'Ada' } },
};
test.each([
  [{ total: 12, transactions: [trade] }, 'found', 'Ada', 12],
  [{ total: 0, transactions: [] }, 'absent', undefined, 0],
])('a customer is who has trades under the e-mail', async (data, state, name, trades) => {
  serve((path) => (path.includes('/customers/') ? reply(data) : nobody(path)));
  const found = (await look({ kind: 'email', text: 'ada@x.test' })).last.get('customers');
  expect(found?.state).toBe(state);
  expect(found?.findings).toEqual(
    trades > 0 ? [{ kind: 'customer', email: 'ada@x.test', name, trades }] : [],
  );
});

test('a customer is found by name in the list that is held, however old it is', async () => {
  serve(nobody);
  const rows = [{ _id: { email: 'ada@x.test' }, name: 'Ada Obi' }];
  const list = { rows, length: 1, unreadable: 0, isFirst: false };
  client.setQueryData(customersQuery.queryKey, list, { updatedAt: Date.now() - 3_600_000 });
  const found = (await look({ kind: 'name', text: 'obi' })).last.get('customers');
  expect(found?.findings).toMatchObject([{ kind: 'customer', name: 'Ada Obi' }]);
  expect(asked.filter((path) => path.includes('/customers'))).toEqual([]);
});

test('a place that can’t be looked at says why, and the others are looked at all the same', async () => {
  serve((path) => (path.includes('/member') ? refusal(403, 'Not for you.') : nobody(path)));
  const { last } = await look({ kind: 'id', text: '64af0c0ffee0' });
  expect(last.get('members')).toMatchObject({ state: 'failed', error: { kind: 'forbidden' } });
  expect(last.get('tokens')?.state).toBe('absent');
});

test('an id that the service finds malformed is one that it does not have', async () => {
  serve((path) => (path.includes('/token/') ? refusal(400) : nobody(path)));
  expect((await look({ kind: 'id', text: 'not-an-id-of-theirs' })).last.get('tokens')?.state).toBe('absent');
});

test('when the session has ended, the desk is told', async () => {
  serve(() => refusal(401));
  await look({ kind: 'email', text: 'ada@x.test' });
  expect(client.getQueryData(['desk'])).toMatchObject({ ended: true });
});

test('after an abort nothing more is told and nothing is kept', async () => {
  const control = new AbortController();
  serve((path) => {
    control.abort();
    return nobody(path);
  });
  const { told } = await look({ kind: 'id', text: '64af0c0ffee0' }, control.signal);
  expect(new Set(told.map(({ state }) => state))).toEqual(new Set(['looking']));
  expect(client.getQueriesData({ queryKey: ['listMembers'] })).toEqual([]);
});
