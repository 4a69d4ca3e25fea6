import { act, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openPage } from '#dashboard/app/page-parts.ts';
import { createQueryClient } from '#dashboard/app/query-client.ts';
import { serveList } from '#tests/support/changing-list.ts';
import { someone } from '#tests/support/customers.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { Around, loansOf, PATIENCE } from '#tests/support/render-desk.tsx';
import { hold } from '#tests/support/states.ts';
import { tradeList } from '../customers/customer-transactions.ts';
import { loanList, useAllLoans } from '../loans/loans.ts';
import { useAllMembers } from '../members/members.ts';
import { NO_FILTER, questionOf } from '../tokens/token-filter.ts';
import { tokenLists } from '../tokens/tokens.ts';
import { type AllRows, useAllRows } from './all-rows.ts';
import { useListRows } from './use-list-rows.ts';

const desk = deskOfFile();
beforeEach(async () => await desk.signIn());

interface Listed {
  all: AllRows<unknown>;
  idOf: (row: never) => string | undefined;
}

/** Loads a list as a page does. Returns what reads its state and its ids. */
async function load(useList: () => Listed) {
  history.replaceState(null, '', '/settings');
  const client = createQueryClient();
  onTestFinished(() => client.clear());
  await openPage(client, true);
  let all = {} as AllRows<unknown>;
  let ids: (string | undefined)[] = [];
  function Probe() {
    const listed = useList();
    all = listed.all;
    ids = (all.rows as never[]).map(listed.idOf);
    return <p>{all.progress.state}</p>;
  }
  render(<Probe />, { wrapper: ({ children }) => <Around client={client}>{children}</Around> });
  return { all: () => all, ids: () => ids };
}

const useLoans = () => ({ all: useAllLoans(true), idOf: (loan: { id?: string }) => loan.id });
const useMembers = () => ({ all: useAllMembers(true), idOf: (member: { _id?: string }) => member._id });
const allTokens = tokenLists(questionOf({ ...NO_FILTER, status: 'all' }, false)).main;
const useTokens = () => ({ all: useAllRows(allTokens, true), idOf: (token: { _id?: string }) => token._id });

const LOANS = { entries: 'docs', id: 'id', total: 'totalDocs' };
const LOANS_PATH = /\/creditor\/credit\/loans/;

test('no more rows are loaded than are wanted, until all of them are', async () => {
  const { all, ids } = await load(() => ({
    all: useListRows(loanList, 100),
    idOf: (loan: { id?: string }) => loan.id,
  }));
  await waitFor(() => expect(all().progress.state).toBe('resting'), PATIENCE);
  expect(all().shown).toMatchObject({ loaded: 100, total: 137 });
  expect(ids()).toEqual((await loansOf(desk, 1, 100)).map(({ id }) => id));
  act(() => all().loadAll());
  await screen.findByText('complete', {}, PATIENCE);
  expect(ids()).toHaveLength(137);
});

test('a list whose load was stopped stays so, and still gets what is created elsewhere', async () => {
  const { service } = desk.gateway;
  const body = loanBody(await lendingOf(service, 'Crestline', 'NGN'));
  const letGo = hold(desk, /loans\?page=2&limit=100/);
  let look = () => {};
  const { all, ids } = await load(() => {
    const list = useListRows(loanList, Number.POSITIVE_INFINITY);
    look = list.look;
    return { all: list, idOf: (loan: { id?: string }) => loan.id };
  });
  await waitFor(() => expect(ids()).toHaveLength(100), PATIENCE);
  expect((await service.call('createLoan', { body })).status).toBeLessThan(300);
  const [newest] = await loansOf(desk, 1, 1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  desk.asked();
  act(() => all().stop());
  await screen.findByText('stopped', {}, PATIENCE);
  expect(desk.asked().filter((request) => LOANS_PATH.test(request))).toEqual([]);
  letGo();
  act(look);
  await waitFor(() => expect(ids()[0]).toBe(newest?.id), PATIENCE);
});

test('loans that are created while all loans load are among them', async () => {
  const { service } = desk.gateway;
  const body = loanBody(await lendingOf(service, 'Crestline', 'NGN'));
  let left = 3;
  desk.fault(/page=2&limit=100/, async (_request, pass) => {
    for (; left > 0; left -= 1) expect((await service.call('createLoan', { body })).status).toBeLessThan(300);
    return await pass();
  });
  const { ids } = await load(useLoans);
  await screen.findByText('complete', {}, PATIENCE);
  const held = [...(await loansOf(desk, 1, 100)), ...(await loansOf(desk, 2, 100))];
  expect(left).toBe(0);
  expect(ids()).toEqual(held.map(({ id }) => id));
});

test('the rows of a search are let go of a while after no page shows them; those of a list stay', async () => {
  const client = createQueryClient();
  onTestFinished(() => client.clear());
  history.replaceState(null, '', '/settings');
  await openPage(client, true);
  const found = tokenLists(questionOf({ ...NO_FILTER, text: 'bond' }, false)).main;
  function Probe() {
    const states = [useAllRows(found, true), useAllRows(allTokens, true)].map((all) => all.progress.state);
    return <p>{states.join(', ')}</p>;
  }
  const { unmount } = render(<Probe />, {
    wrapper: ({ children }) => <Around client={client}>{children}</Around>,
  });
  await screen.findByText('complete, complete', {}, PATIENCE);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  unmount();
  const kept = () => [found, allTokens].map(({ name }) => client.getQueryData(['all', name]) !== undefined);
  expect(kept()).toEqual([true, true]);
  vi.advanceTimersByTime(60_000);
  expect(kept()).toEqual([false, true]);
});

const SHRINKING: [string, () => Listed, RegExp, { entries: string; id: string; total: string }][] = [
  ['loans', useLoans, LOANS_PATH, LOANS],
  ['members', useMembers, /\/v1\/api\/member\?/, { entries: 'members', id: '_id', total: 'total' }],
  ['tokens', useTokens, /\/token\/search/, { entries: 'tokens', id: '_id', total: 'total' }],
];

test.each(SHRINKING)(
  '%s that are removed while all of them load are not among them',
  async (_, useList, match, names) => {
    const list = serveList(desk, match, names, 188, (page, now) => {
      if (page === 2 && now.length === 188) now.splice(20, 7);
    });
    const { all, ids } = await load(useList);
    await screen.findByText('complete', {}, PATIENCE);
    expect(list).toHaveLength(181);
    expect(all().progress).toMatchObject({ loaded: 181, total: 181, doubt: 'none' });
    expect(ids()).toEqual(list.map((entry) => entry[names.id]));
  },
);

test('a customer’s transactions that are removed while all of them load are not among them', async () => {
  const customer = await someone(desk);
  const names = { entries: 'transactions', id: '_id', total: 'total' };
  const list = serveList(desk, /customers\/transactions/, names, 188, (page, now) => {
    if (page === 2 && now.length === 188) now.splice(20, 7);
  });
  const { ids } = await load(() => ({
    all: useAllRows(tradeList(customer._id.email), true),
    idOf: (trade: { id?: string }) => trade.id,
  }));
  await screen.findByText('complete', {}, PATIENCE);
  expect(ids()).toEqual(list.map((entry) => entry._id));
});

test('a list that never rests is partial until a retry finds it at rest', async () => {
  let isRestless = true;
  let serial = 0;
  const list = serveList(desk, LOANS_PATH, LOANS, 188, (_page, now) => {
    if (!isRestless) return;
    now.splice(50, 1);
    now.unshift({ ...now[0], id: `new-${serial++}` });
  });
  const { all, ids } = await load(useLoans);
  await screen.findByText('partial', {}, PATIENCE);
  expect(all().progress.doubt).toBe('changed');
  isRestless = false;
  act(() => all().retry());
  await screen.findByText('complete', {}, PATIENCE);
  await waitFor(() => expect(ids()).toEqual(list.map(({ id }) => id)));
});
