import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { Big } from 'big.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { loanTiming } from '#contract/loan-timing.ts';
import type { ListedLoan } from '#contract/loans.ts';
import { passes, readLoanFilter } from '#dashboard/api/loans/loan-filter.ts';
import { dayOf } from '#dashboard/lib/times.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { loansOf, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';

const desk = deskOfFile();
const DAY = 86_400_000;

beforeEach(async () => {
  localStorage.clear();
  await visited(null);
  await desk.signIn();
});

/** Lets everyone's last visit have been then, or never. */
async function visited(at: number | null): Promise<void> {
  await desk.gateway.service.database.pool.query(
    'update desk.person set visit_since = null, visit_seen = $1',
    [at === null ? null : new Date(at)],
  );
}

async function allLoans(): Promise<ListedLoan[]> {
  return [...(await loansOf(desk, 1, 100)), ...(await loansOf(desk, 2, 100))];
}

const money = (amount: Big) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(Number(amount));
const sumOf = (loans: ListedLoan[], field: 'amount' | 'repayment_amount') =>
  loans.reduce((sum, loan) => sum.plus(loan[field]), new Big(0));
const stateOf = (loan: ListedLoan) => loanTiming(loan, Date.now()).state;

/** Waits until every loan is in the figures. */
async function settled(): Promise<HTMLElement> {
  await waitFor(() => {
    expect(document.querySelectorAll('tbody th').length).toBeGreaterThan(0);
    expect(document.querySelector('main')?.textContent).not.toContain('so far');
  }, PATIENCE);
  return screen.getByRole('table', { name: /by currency$/ });
}

/** The figures as a reader finds them: by currency and heading. */
function figuresIn(table: HTMLElement): Map<string, HTMLAnchorElement> {
  const links = [...table.querySelectorAll('a')];
  return new Map(links.map((link) => [(link.getAttribute('aria-label') ?? '').replace(/:.*/, ''), link]));
}

describe('the overview', () => {
  test('shows sums that are those of the service’s own loans, per currency', async () => {
    await renderDesk('/');
    const figures = figuresIn(await settled());
    const loans = (await allLoans()).filter((loan) => stateOf(loan) !== 'closed');
    const currencies = [...new Set(loans.map(({ currency }) => currency))];
    expect(figures.size).toBe(currencies.length * 9);
    for (const currency of currencies) {
      const own = loans.filter((loan) => loan.currency === currency);
      const due = (days: number) =>
        own.filter((loan) => {
          const timing = loanTiming(loan, Date.now());
          return timing.state === 'due' && dayOf(timing.dueAt) <= dayOf(Date.now() + days * DAY);
        });
      const expected: [string, ListedLoan[], Big][] = [
        ...[7, 30, 90].map((days): [string, ListedLoan[], Big] => [
          `Due in the next ${days} days`,
          due(days),
          sumOf(due(days), 'repayment_amount'),
        ]),
        ...(['grace', 'past'] as const).map((state): [string, ListedLoan[], Big] => {
          const late = own.filter((loan) => stateOf(loan) === state);
          return [state === 'grace' ? 'In grace' : 'Past grace', late, sumOf(late, 'repayment_amount')];
        }),
        ['Outstanding principal', own, sumOf(own, 'amount')],
        ['Total repayable', own, sumOf(own, 'repayment_amount')],
        ['Expected interest', own, sumOf(own, 'repayment_amount').minus(sumOf(own, 'amount'))],
      ];
      for (const [label, behind, sum] of expected) {
        const count =
          behind.length === 0 ? 'no loans' : `${behind.length} loan${behind.length === 1 ? '' : 's'}`;
        expect(figures.get(`${currency}, ${label}`)).toHaveTextContent(`${money(sum)}${count}`);
      }
      const weighted = own.reduce(
        (sum, loan) => sum.plus(new Big(loan.amount).times(loan.interest_rate)),
        new Big(0),
      );
      const percent = `${weighted.div(sumOf(own, 'amount')).times(100).toFixed(2)}%`;
      expect(figures.get(`${currency}, Avg. monthly rate`)).toHaveTextContent(percent);
    }
  });

  test('leads from every figure, rung and borrower to just as many loans', async () => {
    await renderDesk('/');
    await settled();
    const loans = await allLoans();
    const context = { now: Date.now(), nameOf: () => undefined };
    const links = document.querySelectorAll<HTMLAnchorElement>('main a[href^="/loans?"]');
    expect(links.length).toBeGreaterThan(60);
    for (const link of links) {
      const name = link.getAttribute('aria-label') ?? link.textContent ?? '';
      const said = /no loans/.test(name)
        ? 0
        : Number(/(\d+) (?:late |[A-Z]{3} |late [A-Z]{3} |)loans?/.exec(name)?.[1]);
      const filter = readLoanFilter(new URL(link.href).searchParams);
      const behind = loans.filter((loan) => passes(loan, filter, context));
      expect([name, behind.length]).toEqual([name, said]);
    }
  });

  test('marks its figures for as long as loans are missing, and never shows a partial sum as the whole', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    desk.fault(/loans\?page=2&limit=100/, async (_request, pass) => {
      await held;
      return await pass();
    });
    await renderDesk('/');
    await waitFor(
      () => expect(screen.getAllByTitle(/^Based on 100 of 137 loans;/).length).toBeGreaterThan(3),
      PATIENCE,
    );
    const table = screen.getByRole('table', { name: /by currency$/ });
    expect(within(table).getAllByText(/\d so far/).length).toBeGreaterThan(9);
    // Short while they grow, and in full by their names and once all are here.
    expect(within(table).queryByText(/^\d{1,3}(,\d{3})+/)).toBeNull();
    expect(within(table).getAllByRole('link', { name: /Total repayable: \d{1,3}(,\d{3})+/ })).not.toEqual([]);
    expect(screen.getByRole('progressbar', { name: 'Loading loans' })).toHaveAttribute(
      'aria-valuenow',
      '100',
    );
    release();
    await settled();
    expect(screen.queryByText('So far')).toBeNull();
    expect(within(table).getAllByText(/^\d{1,3}(,\d{3})+/)).not.toEqual([]);
    expect(screen.getByText(/^As of/)).toBeVisible();
  });

  test('has amounts from a billion up in few characters, and in full in their titles and names', async () => {
    desk.fault(/loans\?page=/, async (_request, pass) => {
      const { data, ...rest } = await (await pass()).json();
      const docs = data.docs.map((loan: ListedLoan) => ({ ...loan, amount: loan.amount * 1_000 }));
      return Response.json({ ...rest, data: { ...data, docs } });
    });
    await renderDesk('/');
    const figures = figuresIn(await settled());
    const figure = figures.get('NGN, Outstanding principal');
    const exact = /: ([\d,.]+), /.exec(figure?.getAttribute('aria-label') ?? '')?.[1];
    expect(exact).toMatch(/^\d{3}(,\d{3}){3}\.\d\d$/);
    expect(figure).toHaveTextContent(/^\d{3}B\d+ loans$/);
    expect(within(figure as HTMLElement).getByTitle(exact as string)).toBeVisible();
  });

  test('says how a figure came about', async () => {
    const user = await renderDesk('/');
    await settled();
    const how = screen.getByLabelText('How “Outstanding principal” is calculated');
    // Its panel comes when a press is near.
    await user.hover(how);
    await act(async () => void (await import('#dashboard/ui/popover.tsx')));
    await user.click(how);
    const dialog = await screen.findByRole('dialog', { name: 'Outstanding principal' });
    expect(dialog).toHaveTextContent('Principal of open loans.');
    expect(dialog).toHaveTextContent(/all 137 loans at \d\d:\d\d/);
    expect(dialog).toHaveTextContent('Currencies are not combined.');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('shows the ladder as a table whose sums are those of the figures', async () => {
    const user = await renderDesk('/?currency=GHS');
    const figures = figuresIn(await settled());
    await user.click(screen.getByRole('link', { name: 'Show as table' }));
    expect(location.search).toBe('?currency=GHS&ladder=table');
    const table = within(screen.getByRole('region', { name: 'Maturity ladder as a table' })).getByRole(
      'table',
    );
    const foot = within(table).getByRole('rowheader', { name: 'All months' }).closest('tr');
    const total = figures.get('GHS, Total repayable')?.textContent?.replace(/\d+ loans?$/, '');
    expect(foot?.lastElementChild).toHaveTextContent(total ?? 'nothing');
    await user.click(screen.getByRole('link', { name: 'Show as chart' }));
    expect(location.search).toBe('?currency=GHS');
  });

  test('is all about the currency that is chosen, and late loans in it are one link', async () => {
    const user = await renderDesk('/');
    await settled();
    await user.click(
      within(screen.getByRole('navigation', { name: 'Currency' })).getByRole('link', { name: /^KES/ }),
    );
    const late = (await allLoans()).filter(
      (loan) => loan.currency === 'KES' && ['grace', 'past'].includes(stateOf(loan)),
    );
    const region = await screen.findByRole('region', { name: 'Late (KES)' });
    const link = within(region).getByRole('link', { name: /late KES loans?$/ });
    expect(link).toHaveTextContent(`${late.length} loan`);
    expect(link).toHaveAttribute('href', '/loans?currency=KES&state=grace&state=past');
    for (const title of [
      'Maturity ladder',
      'Upcoming repayments',
      'Late without a follow-up',
      'Largest borrowers',
    ])
      expect(screen.getByRole('heading', { name: `${title} (KES)` })).toBeVisible();
    const main = screen.getByRole('main');
    const lists = [...main.querySelectorAll('ul')].map((list) => list.textContent).join(' ');
    expect(lists).not.toMatch(/\d(NGN|USD|GHS)/);
  });

  test('falls back quietly from a currency that it doesn’t have', async () => {
    await renderDesk('/?currency=%3Cscript%3E&ladder=x');
    await settled();
    expect(screen.getByRole('heading', { name: 'Maturity ladder (NGN)' })).toBeVisible();
  });

  test('tells what is new since the last visit, and of the first that it is the first', async () => {
    await renderDesk('/');
    await settled();
    expect(
      await screen.findByText(/^Loans created or updated since your last visit/, {}, PATIENCE),
    ).toBeVisible();
  });

  test('leads from the last visit to the loans made or changed since', async () => {
    const since = Date.now() - 45 * DAY;
    await visited(since);
    await renderDesk('/');
    await settled();
    const expected = (await allLoans()).filter(
      (loan) =>
        loan.currency === 'NGN' &&
        (Date.parse(loan.created_at) >= since || Date.parse(loan.updated_at) >= since),
    );
    const link = await screen.findByRole('link', { name: /loans created or updated since/ }, PATIENCE);
    expect(link).toHaveTextContent(`${expected.length} loans`);
  });
});

test('says that the last visit could not be loaded', async () => {
  desk.fault(/^\/desk\/visit$/, () => Response.json({ status: 'error', message: 'No' }, { status: 500 }));
  await renderDesk('/');
  expect(await screen.findByText(/Your last visit could not be loaded/, {}, PATIENCE)).toBeVisible();
});

describe('the overview in trouble', () => {
  test('has a state of its own where there are no loans', async () => {
    desk.fault(/credit\/loans/, () =>
      Response.json({
        status: 'success',
        message: '',
        data: { docs: [], page: 1, limit: 100, totalDocs: 0 },
      }),
    );
    await renderDesk('/');
    expect(await screen.findByText('You have no loans yet', {}, PATIENCE)).toBeVisible();
  });

  test('doesn’t say that there are no loans while none of them can be read', async () => {
    desk.fault(/credit\/loans/, async (_request, pass) => {
      const body = await (await pass()).json();
      body.data.docs = body.data.docs.slice(0, 2).map((loan: object) => ({ ...loan, currency: null }));
      body.data.totalDocs = 2;
      return Response.json(body);
    });
    await renderDesk('/');
    expect(await screen.findByText('No loan could be read', {}, PATIENCE)).toBeVisible();
    expect(screen.getByText(/^2 rows could not be read/)).toBeVisible();
    expect(screen.queryByText('You have no loans yet')).toBeNull();
  });

  test('says why nothing could be loaded, and tries again', async () => {
    const heal = desk.fault(/credit\/loans/, () =>
      Response.json({ status: 'error', message: 'Not for you.' }, { status: 403 }),
    );
    const user = await renderDesk('/');
    expect(await screen.findByText('The loans could not be loaded', {}, PATIENCE)).toBeVisible();
    heal();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await settled();
  });

  test('keeps what it has where a page is missing, and says of how many loans it is', async () => {
    const heal = desk.fault(/loans\?page=2&limit=100/, () =>
      Response.json({ status: 'error', message: 'Not this one.' }, { status: 403 }),
    );
    const user = await renderDesk('/');
    expect(await screen.findByText('Based on 100 of 137 loans', {}, PATIENCE)).toBeVisible();
    heal();
    await user.click(screen.getByRole('button', { name: 'Load the rest' }));
    await settled();
  });

  /** Has the service hold one loan less with each page that it gives. */
  function shrinking(): () => void {
    let gone = 0;
    return desk.fault(/credit\/loans\?/, async (_request, pass) => {
      const body = await (await pass()).json();
      gone += 1;
      body.data.totalDocs -= gone;
      return Response.json(body);
    });
  }
  const CHANGING = /^The list kept changing while it loaded\. Some loans may be missing or out of date\.$/;

  test('says that the loans kept changing while they were loaded', async () => {
    shrinking();
    await renderDesk('/');
    expect(await screen.findByText(CHANGING, {}, PATIENCE)).toBeVisible();
    expect(screen.getByText(/^Based on \d+ of \d+ loans$/)).toBeVisible();
  });

  test('says why a refresh left everything as it was', async () => {
    const user = await renderDesk('/');
    await settled();
    shrinking();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(
      await screen.findByText(/^The loans could not be refreshed\. Shown as of /, {}, PATIENCE),
    ).toBeVisible();
    expect(screen.getByText(CHANGING)).toBeVisible();
    expect(screen.queryByText(/Unexpected response/)).toBeNull();
  });

  test('goes on with a load that was paused in the list', async () => {
    const heal = desk.fault(/loans\?page=2&limit=100/, refuse);
    const user = await renderDesk('/loans');
    const retry = await screen.findByRole('button', { name: 'Retry' }, PATIENCE);
    heal();
    const letGo = hold(desk, /loans\?page=2&limit=100/);
    await user.click(retry);
    await user.click(await screen.findByRole('button', { name: 'Pause' }, PATIENCE));
    letGo();
    await user.click(screen.getByRole('link', { name: 'Overview' }));
    expect(await screen.findByText(/^Based on \d+ of 137 loans$/, {}, PATIENCE)).toBeVisible();
    // Sums that don't grow are shown in full, though some loans are missing.
    const whole = { selector: 'table td span' };
    await screen.findAllByText(/^\d{1,3}(,\d{3})+\.\d\d$/, whole, PATIENCE);
    await user.click(screen.getByRole('button', { name: 'Load the rest' }));
    await settled();
  });

  test('says nothing of loans, and names no currency, before the first of them is there', async () => {
    const letGo = hold(desk, /loans\?page=1&limit=100/);
    await renderDesk('/');
    expect(await screen.findByRole('button', { name: 'Stop' }, PATIENCE)).toBeVisible();
    // Longer than it waits for what comes within a moment.
    await act(() => new Promise((resolve) => setTimeout(resolve, 1_100)));
    expect(screen.queryAllByText(/\(\)$|No loan is known to be late/)).toEqual([]);
    letGo();
    await settled();
  });

  test('leads from a currency without a name to no loans: without a currency, an address means every loan', async () => {
    desk.fault(/loans\?page=/, async (_request, pass) => {
      const body = await (await pass()).json();
      for (const loan of body.data.docs) if (loan.currency === 'NGN') loan.currency = '';
      return Response.json(body);
    });
    for (const ladder of ['chart', 'table']) {
      await renderDesk(`/?currency=&ladder=${ladder}`);
      await settled();
      const panel = await screen.findByRole('region', { name: 'Largest borrowers ()' }, PATIENCE);
      expect(await screen.findByText(/judged by the LTV limit/, {}, PATIENCE)).toBeVisible();
      expect(within(panel).getAllByRole('listitem').length).toBeGreaterThan(3);
      const links = [
        ...document.querySelectorAll<HTMLAnchorElement>(
          'main :is(a[href^="/loans?"], a[href^="/loans/cover"])',
        ),
      ];
      expect(links.filter(({ href }) => !/[?&]currency=\w/.test(href)).map(({ href }) => href)).toEqual([]);
      cleanup();
    }
  });

  test('rounds no borrower’s share to all or to none of the principal', async () => {
    desk.fault(/loans\?page=1&limit=100/, async (_request, pass) => {
      const body = await (await pass()).json();
      const [one] = body.data.docs;
      const loan = { ...one, currency: 'NGN', status: 'ACTIVE' };
      body.data.docs = [
        { ...loan, id: 'large', borrower: 'most', amount: 9_997_000 },
        { ...loan, id: 'small', borrower: 'least', amount: 3_000 },
      ];
      body.data.totalDocs = 2;
      return Response.json(body);
    });
    await renderDesk('/?currency=NGN');
    const panel = await screen.findByRole('region', { name: 'Largest borrowers (NGN)' }, PATIENCE);
    const shares = within(panel)
      .getAllByRole('listitem')
      .map((line) => /[<>]?[\d.]+%/.exec(line.textContent ?? '')?.[0]);
    expect(shares).toEqual(['>99.9%', '<0.1%']);
  });

  test('says only of the loans that are here that none is late', async () => {
    desk.fault(/loans\?page=1&limit=100/, async (_request, pass) => {
      const body = await (await pass()).json();
      body.data.docs = body.data.docs.filter((loan: ListedLoan) => stateOf(loan) === 'due');
      return Response.json(body);
    });
    desk.fault(/loans\?page=2&limit=100/, refuse);
    await renderDesk('/?currency=NGN');
    const panel = await screen.findByRole('region', { name: 'Late without a follow-up (NGN)' }, PATIENCE);
    expect(await within(panel).findByText('No late NGN loan so far.', {}, PATIENCE)).toBeVisible();
  });

  test('doesn’t say that no loan is late while the grace of one is unknown', async () => {
    desk.fault(/loans\?page=/, async (_request, pass) => {
      const body = await (await pass()).json();
      for (const loan of body.data.docs)
        if (['grace', 'past'].includes(stateOf(loan))) loan.grace_period_unit = 'BUSINESS_DAYS';
      return Response.json(body);
    });
    await renderDesk('/?currency=NGN');
    for (const name of ['Late (NGN)', 'Late without a follow-up (NGN)']) {
      const panel = await screen.findByRole('region', { name }, PATIENCE);
      expect(await within(panel).findByText('No NGN loan is known to be late.', {}, PATIENCE)).toBeVisible();
    }
  });

  test('shows figures it can’t work out as unknown, dates it can’t read in a place of their own, and counts loans it can’t read', async () => {
    desk.fault(/loans\?page=1&limit=100/, async (_request, pass) => {
      const body = await (await pass()).json();
      const [first, second, third] = body.data.docs;
      body.data.docs = [
        { ...first, currency: 'XAU', interest_rate: null, status: 'ACTIVE' },
        { ...second, currency: 'NGN', repayment_date: 'when it suits', status: 'ACTIVE' },
        { ...third, currency: null, status: 'ACTIVE' },
      ];
      body.data.totalDocs = 3;
      return Response.json(body);
    });
    const user = await renderDesk('/?currency=NGN&ladder=table');
    const table = await settled();
    expect(within(table).getAllByRole('row')).toHaveLength(4);
    expect(figuresIn(table).get('XAU, Avg. monthly rate')).toHaveTextContent(
      'No loan has both a principal and a rate.',
    );
    expect(screen.getByText('1 row could not be read')).toBeVisible();
    const ladder = screen.getByRole('region', { name: 'Maturity ladder as a table' });
    expect(within(ladder).getByRole('rowheader', { name: 'Unreadable date' })).toBeVisible();
    const how = screen.getByLabelText('How “Maturity ladder” is calculated');
    await user.hover(how);
    await act(async () => void (await import('#dashboard/ui/popover.tsx')));
    await user.click(how);
    expect(await screen.findByText(/^Based on 2 of 3 loans at/)).toBeVisible();
  });
});
