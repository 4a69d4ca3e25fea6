import { QueryClient } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { ListedLoan } from '#contract/loans.ts';
import { loanAddress } from '#dashboard/api/addresses.ts';
import { prefetchRow, useFoundRow } from '#dashboard/api/http/use-found-row.ts';
import { loanList, soughtLoan } from '#dashboard/api/loans/loans.ts';
import { standingOf } from '#dashboard/api/loans/standing.ts';
import type { MemberRow } from '#dashboard/api/members/members.ts';
import { deskQuery } from '#dashboard/api/session/session.ts';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { Around, loansOf, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';

const desk = deskOfFile();

beforeEach(async () => {
  await desk.signIn();
});

const money = (amount: number) => new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(amount);
const listsAsked = () => desk.asked().filter((request) => request.includes('/credit/loans'));

async function expectLoan({ amount, currency }: ListedLoan): Promise<void> {
  const heading = await screen.findByRole(
    'heading',
    // The borrower comes first, by name if it is known.
    { level: 1, name: new RegExp(`^.+ · ${money(amount)} ${currency}$`) },
    PATIENCE,
  );
  expect(heading).toBeVisible();
}

describe('a loan', () => {
  test('is found by when it was made, in few requests, wherever it stands', async () => {
    const pages = [await loansOf(desk, 1, 100), await loansOf(desk, 2, 100)];
    const loan = pages[1]?.at(-1) as ListedLoan;
    await renderDesk(loanAddress(loan.id, loan.created_at));
    await expectLoan(loan);
    expect(new Set(listsAsked()).size).toBe(2);
    expect(document.title).toMatch(/^.+ · [\d,.]+ [A-Z]{3}, \w{6}….* · Pledge$/);
  });

  test('is found without its date too, page by page', async () => {
    const loan = (await loansOf(desk, 2, 100)).at(10) as ListedLoan;
    await renderDesk(loanAddress(loan.id, undefined));
    await expectLoan(loan);
  });

  test('leads with whose it is, how much and its standing; its fields fold away at the end', async () => {
    const loan = (await loansOf(desk)).find(({ status }) => status === 'ACTIVE') as ListedLoan;
    await renderDesk(loanAddress(loan.id, loan.created_at));
    await expectLoan(loan);
    const { words } = standingOf(loan, Date.now());
    expect(screen.getAllByText(words)[0]).toBeVisible();
    for (const fold of ['All details', 'Raw JSON'])
      expect(screen.getByText(fold).closest('details')).not.toHaveAttribute('open');
    expect(screen.getByText('Repayment due')).toBeVisible();
    expect(
      await screen.findByText('Collateral isn’t available for loans created outside Pledge.', {}, PATIENCE),
    ).toBeVisible();
    expect(screen.getAllByText(money(loan.repayment_amount), { exact: false }).length).toBeGreaterThan(0);
    expect(screen.getByText('matches amount × (1 + rate × months)')).toBeVisible();
  });

  test('says who borrowed, shows the email address once it is asked for, and counts the transactions', async () => {
    const loan = (await loansOf(desk)).at(3) as ListedLoan;
    const { rows } = await desk.gateway.service.database.pool.query(
      "select profile->>'email' as email, profile->>'fname' as fname from service.member where user_id = $1",
      [loan.borrower],
    );
    const user = await renderDesk(loanAddress(loan.id, loan.created_at));
    expect(
      await screen.findByRole('link', { name: new RegExp(`^${rows[0].fname}`) }, PATIENCE),
    ).toBeVisible();
    expect(screen.queryByText(rows[0].email)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show the email address' }));
    expect(await screen.findByText(rows[0].email, {}, PATIENCE)).toBeVisible();
    expect(
      await screen.findByText(/^(\d+ transactions?|None under this email address)$/, {}, PATIENCE),
    ).toBeVisible();
  });

  test('whose borrower is no member says among how many it was looked', async () => {
    const [loan] = (await loansOf(desk)) as [ListedLoan];
    desk.fault(/credit\/loans/, async (_request, pass) => {
      const body = await (await pass()).json();
      body.data.docs[0].borrower = 'somebody else';
      return Response.json(body);
    });
    await renderDesk(loanAddress(loan.id, loan.created_at));
    expect(await screen.findByText('No match in 96 members.', {}, PATIENCE)).toBeVisible();
  });

  test('whose borrower may be a member that could not be read says so', async () => {
    const [loan] = (await loansOf(desk)) as [ListedLoan];
    desk.fault(/v1\/api\/member\?/, async (_request, pass) => {
      const body = await (await pass()).json();
      const own = body.data.members.find((member: MemberRow) => member.user._id === loan.borrower);
      if (own) own.user = null;
      return Response.json(body);
    });
    await renderDesk(loanAddress(loan.id, loan.created_at));
    expect(
      await screen.findByText(
        'No match in 95 members. 1 row could not be read, and may be this member.',
        {},
        PATIENCE,
      ),
    ).toBeVisible();
  });
});

test('interest that is too small to be seen in percent isn’t called none', async () => {
  const [loan] = (await loansOf(desk)) as [ListedLoan];
  desk.fault(/credit\/loans/, async (_request, pass) => {
    const body = await (await pass()).json();
    Object.assign(body.data.docs[0], { amount: 840_000, repayment_amount: 840_001 });
    return Response.json(body);
  });
  await renderDesk(loanAddress(loan.id, loan.created_at));
  expect(await screen.findByText('<0.01% of the amount', {}, PATIENCE)).toBeVisible();
});

describe('a loan that a list has, too', () => {
  test('is shown as the refreshed list shows it, also when it is opened once more', async () => {
    const loan = (await loansOf(desk, 2, 100)).find(({ status }) => status === 'ACTIVE') as ListedLoan;
    const user = await renderDesk(`/loans?borrower=${loan.borrower}&amount=${loan.amount}..${loan.amount}`);
    const row = () =>
      document.querySelector<HTMLElement>(`main tr a[href^="/loans/${loan.id}"]`)?.closest('tr');
    const open = async () => {
      await waitFor(() => expect(row()).toBeTruthy(), PATIENCE);
      await user.click(row()?.querySelector('a') as HTMLElement);
      await expectLoan(loan);
    };
    await open();
    await act(async () => history.back());
    await waitFor(() => expect(row()).toBeTruthy(), PATIENCE);
    const { pool } = desk.gateway.service.database;
    const setStatus = (status: string) =>
      pool.query('update service.loan set status = $2 where id = $1', [loan.id, status]);
    onTestFinished(async () => void (await setStatus('ACTIVE')));
    await setStatus('REPAID');
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(row()).toHaveTextContent('Repaid'), PATIENCE);
    await open();
    expect(screen.getAllByText('Repaid')[0]).toBeVisible();
  });

  test('is as old as the list, and looked for again', async () => {
    const [loan] = (await loansOf(desk)) as [ListedLoan];
    const client = new QueryClient();
    onTestFinished(() => client.clear());
    await client.fetchQuery(deskQuery);
    hold(desk, /credit\/loans/);
    const anHourAgo = Date.now() - 3_600_000;
    client.setQueryData(['all', 'loans'], { rows: [loan], progress: {}, asOf: anHourAgo });
    const { result } = renderHook(() => useFoundRow(loanList, soughtLoan(loan.id, null)), {
      wrapper: ({ children }) => (
        <Around client={client}>
          <Suspense>{children}</Suspense>
        </Around>
      ),
    });
    await waitFor(() => expect(result.current?.row).toEqual(loan));
    expect(result.current).toMatchObject({ asOf: anHourAgo, isLooking: true });
  });

  test('puts no page of the list over one that was read since it was looked for', async () => {
    const [client, other] = [new QueryClient(), new QueryClient()];
    const loan = (await loansOf(desk, 1, 100)).at(0) as ListedLoan;
    const page = loanList.pageQuery(1);
    const newer = await other.fetchQuery(page);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const asked = new Promise<void>((resolve) =>
      desk.fault(/credit\/loans/, async (_request, pass) => {
        const answer = await pass();
        resolve();
        await held;
        return answer;
      }),
    );
    const looking = prefetchRow(client, loanList, soughtLoan(loan.id, loan.created_at ?? null));
    await asked;
    client.setQueryData(page.queryKey, newer);
    letGo();
    await looking;
    expect(client.getQueryData(page.queryKey)).toBe(newer);
  });

  test('keeps the page of the list that it is found on, as old as it is', async () => {
    const client = new QueryClient();
    const loan = (await loansOf(desk, 1, 100)).at(0) as ListedLoan;
    const began = Date.now();
    const letGo = hold(desk, /credit\/loans/);
    const looking = prefetchRow(client, loanList, soughtLoan(loan.id, loan.created_at ?? null));
    await waitFor(() => expect(desk.asked().join()).toContain('/credit/loans'));
    const asked = Date.now();
    await expect.poll(() => Date.now()).toBeGreaterThan(asked + 5);
    letGo();
    await looking;
    const at = client.getQueryState(loanList.pageQuery(1).queryKey)?.dataUpdatedAt;
    expect(at).toBeGreaterThanOrEqual(began);
    expect(at).toBeLessThanOrEqual(asked);
  });
});

test('a loan says how many loans its borrower has, and how many of them are late or defaulted', async () => {
  const loans = [...(await loansOf(desk, 1, 100)), ...(await loansOf(desk, 2, 100))];
  const { id, created_at, borrower } = loans.find(({ status }) => status === 'DEFAULTED') as ListedLoan;
  const own = loans.filter((loan) => loan.borrower === borrower);
  const count = (statuses: string[]) => own.filter(({ status }) => statuses.includes(status)).length;
  const closed = count(['REPAID', 'LIQUIDATED', 'CANCELLED']);
  await renderDesk(loanAddress(id, created_at));
  const panel = await screen.findByRole('region', { name: 'Borrower' }, PATIENCE);
  const words = `${own.length - closed} open, ${closed} closed`;
  await waitFor(() => expect(panel).toHaveTextContent(words), PATIENCE);
  expect(panel).toHaveTextContent(`${count(['DEFAULTED'])} defaulted`);
  await waitFor(() => expect(panel).not.toHaveTextContent('Based on'), PATIENCE);
});

test('a late loan offers contact details, a reminder and a calendar entry', async () => {
  const loans = [...(await loansOf(desk, 1, 100)), ...(await loansOf(desk, 2, 100))];
  const late = loans.find((loan) => standingOf(loan, Date.now()).words.endsWith('past grace')) as ListedLoan;
  const user = await renderDesk(loanAddress(late.id, late.created_at));
  const steps = await screen.findByRole('region', { name: 'Next steps' }, PATIENCE);
  await user.click(await within(steps).findByRole('button', { name: 'Show contact details' }, PATIENCE));
  expect(await within(steps).findByText('Email', {}, PATIENCE)).toBeVisible();
  const phone = within(steps).getByRole('link', { name: /^\+\d+$/ });
  expect(phone).toHaveAttribute('href', `tel:${phone.textContent}`);
  expect(steps).toHaveTextContent(
    /Dear .+, Your repayment of [\d,.]+ [A-Z]{3} was due on .+\. The grace period ended on .+\./,
  );
  expect(within(steps).getByRole('button', { name: 'Add to calendar' })).toBeVisible();
  // Each look at contact data is on record.
  const { rows } = await desk.gateway.service.database.pool.query(
    "select count(*)::int as count from desk.audit where action = 'reveal'",
  );
  expect(rows[0].count).toBeGreaterThan(0);
});

describe('the borrower among very many members', () => {
  const MEMBERS = /\/v1\/api\/member\?/;
  const MANY = 10_000;
  const asked = () => desk.asked().filter((request) => MEMBERS.test(request));
  const open = async () => {
    const loan = (await loansOf(desk)).at(3) as ListedLoan;
    return { loan, user: await renderDesk(loanAddress(loan.id, loan.created_at)) };
  };

  /** The service has so many members, the borrower at a place among them. */
  async function crowd(place: number): Promise<string> {
    const { borrower } = (await loansOf(desk)).at(3) as ListedLoan;
    const { body } = await desk.gateway.service.call('listMembers', { query: { page: 1, limit: 100 } });
    const one = body.data.members.find(({ user }: { user: { _id: string } }) => user._id === borrower);
    desk.fault(MEMBERS, (request) => {
      const search = new URL(request.url).searchParams;
      const [page, limit] = [Number(search.get('page')), Number(search.get('limit'))];
      const members = Array.from({ length: limit }, (_, nth) => {
        const at = (page - 1) * limit + nth;
        if (at === place) return one;
        return { ...one, _id: `member-${at}`, user: { ...one.user, _id: `user-${at}`, fname: `No ${at}` } };
      });
      const data = { page, pages: MANY / limit, count: limit, total: MANY, members };
      return Response.json({ status: 'success', message: '', data });
    });
    return one.user.fname;
  }

  test('is looked for page by page, and no further than where they are', async () => {
    const name = await crowd(250);
    await open();
    expect(await screen.findByRole('link', { name: new RegExp(`^${name}`) }, PATIENCE)).toBeVisible();
    const pages = asked().map((request) => Number(/page=(\d+)/.exec(request)?.[1]));
    // Those that were under way when the third came still come.
    expect(Math.max(...pages)).toBeLessThanOrEqual(9);
  });

  test('is looked for no more where the list of members has shown them', async () => {
    const name = await crowd(30);
    const { before } = await goFromMembers();
    expect(await screen.findByRole('link', { name: new RegExp(`^${name}`) }, PATIENCE)).toBeVisible();
    // Whether the list is still the same may be asked again.
    const more = asked().slice(before);
    expect(more.filter((request) => request !== 'GET /v1/api/member?page=1&limit=100')).toEqual([]);
  });

  async function goFromMembers() {
    const loan = (await loansOf(desk)).at(3) as ListedLoan;
    changeSettings({ listRows: 1_000 });
    await renderDesk('/members');
    await screen.findByRole('button', { name: 'Load all' }, PATIENCE);
    const before = asked().length;
    await act(async () => {
      history.pushState(null, '', loanAddress(loan.id, loan.created_at));
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    });
    await expectLoan(loan);
    return { loan, before };
  }

  test('can be stopped being looked for, and looked for on', async () => {
    const name = await crowd(5_000);
    hold(desk, /member\?page=2&/);
    const { loan, user } = await open();
    await expectLoan(loan);
    const borrower = screen.getByRole('region', { name: 'Borrower' });
    // Until the first page has come, no one knows how many there are.
    await within(borrower).findByText(/of 10,000$/, {}, PATIENCE);
    await user.click(within(borrower).getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText(/No match in [\d,]+ of 10,000 members/, {}, PATIENCE)).toBeVisible();
    await crowd(5_000);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(
      await screen.findByRole('link', { name: new RegExp(`^${name}`) }, { timeout: 45_000 }),
    ).toBeVisible();
  });
});

describe('a loan that isn’t there', () => {
  test('is not found after all loans were looked at', async () => {
    await renderDesk('/loans/no-such-loan?at=2026-01-01T00%3A00%3A00.000Z');
    expect(await screen.findByText('Loan not found', {}, PATIENCE)).toBeVisible();
    expect(screen.getByText('Checked all 137 of your loans.')).toBeVisible();
    expect(new Set(listsAsked()).size).toBe(2);
  });

  test.each(['nonsense', '', '2026-13-45T00:00:00Z', '%00'])(
    'has a nonsense date in its address: %s',
    async (at) => {
      const loan = (await loansOf(desk, 2, 100)).at(0) as ListedLoan;
      await renderDesk(`/loans/${loan.id}?at=${at}`);
      await expectLoan(loan);
    },
  );

  test('can be stopped being looked for', async () => {
    desk.fault(/page=2&limit=100/, () => new Promise(() => {}));
    const user = await renderDesk('/loans/no-such-loan');
    await user.click(await screen.findByRole('button', { name: 'Stop' }, PATIENCE));
    expect(await screen.findByText('The search was stopped')).toBeVisible();
    expect(screen.getByText('Not found in the 100 loans checked.')).toBeVisible();
  });

  test('can be stopped being looked for by its date, and looked for on', async () => {
    const loan = (await loansOf(desk, 2, 100)).at(0) as ListedLoan;
    const letGo = hold(desk, /page=2&limit=100/);
    const user = await renderDesk(loanAddress(loan.id, loan.created_at));
    await user.click(await screen.findByRole('button', { name: 'Stop' }, PATIENCE));
    expect(await screen.findByText('Not found in the 100 loans checked.')).toBeVisible();
    letGo();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await expectLoan(loan);
  });

  test('is not said to be none while a page is missing or a row could not be read', async () => {
    const heal = desk.fault(/page=2&limit=100/, refuse);
    const user = await renderDesk('/loans/no-such-loan');
    expect(await screen.findByText('Not found in 100 loans', {}, PATIENCE)).toBeVisible();
    expect(screen.getByText(/^1 page could not be loaded\./)).toBeVisible();
    heal();
    desk.fault(/page=2&limit=100/, async (_, pass) => {
      const { data, ...rest } = await (await pass()).json();
      data.docs[0].amount = null;
      return Response.json({ ...rest, data });
    });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Not found in 136 loans', {}, PATIENCE)).toBeVisible();
    expect(screen.getByText('1 row could not be read, and may be this loan.')).toBeVisible();
  });

  test('says what failed, and tries again', async () => {
    const [loan] = (await loansOf(desk)) as [ListedLoan];
    const heal = desk.fault(/credit\/loans/, () =>
      Response.json({ status: 'error', message: 'Not for you.' }, { status: 403 }),
    );
    const user = await renderDesk(loanAddress(loan.id, loan.created_at));
    expect(await screen.findByText('The loan could not be loaded', {}, PATIENCE)).toBeVisible();
    heal();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await expectLoan(loan);
  });
});

test('a loan of which little more than its money is known is shown with the rest unknown', async () => {
  const bare = {
    id: 'bare',
    borrower: 'b',
    amount: 5,
    repayment_amount: 6,
    currency: 'NGN',
    repayment_date: 'when it suits',
    status: 'RESTRUCTURED',
    added: { note: 'by hand', lines: [1, 2] },
  };
  desk.fault(/credit\/loans/, async (_request, pass) => {
    const body = await (await pass()).json();
    body.data.docs = [{ ...bare, duration: 'a while' }];
    return Response.json(body);
  });
  await renderDesk('/loans/bare');
  expect(await screen.findByText('The due date can’t be read.', {}, PATIENCE)).toBeVisible();
  expect(screen.getByText('when it suits')).toBeInTheDocument();
  const heading = screen.getByRole('heading', { level: 1, name: 'b · 5.00 NGN' });
  expect(heading).toBeVisible();
  // Else a name that is written from right to left would take the amount along.
  expect(within(heading).getByText('b').tagName).toBe('BDI');
  expect(screen.getAllByText('RESTRUCTURED')[0]).toBeVisible();
  await waitFor(() => expect(screen.getAllByText('No rate returned.').length).toBeGreaterThan(0));
  const raw = screen.getByText(/"id": "bare"/);
  expect(JSON.parse(raw.textContent ?? '')).toEqual({ ...bare, duration: 'a while' });
});
