import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeRepaymentDate } from '#contract/dates.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { expectLoans, LONG, loansOf, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();
beforeEach(async () => await desk.signIn());

// biome-ignore lint/suspicious/noExplicitAny: the point is to make of an answer what it should never be.
type Data = Record<string, any>;

/** Lets the service give its loans otherwise than documented. */
function distort(change: (data: Data) => void): void {
  desk.fault(/\/creditor\/credit\/loans/, async (_request, pass) => {
    const body = (await (await pass()).json()) as { data: Data };
    change(body.data);
    return Response.json(body);
  });
}

/** Opens the list with its first loan changed, and returns that loan's row. */
async function firstRowWith(fields: Record<string, unknown>): Promise<HTMLElement> {
  distort(({ docs }) => Object.assign(docs[0], fields));
  await renderDesk('/loans');
  await screen.findByText('All 137 loans.', {}, LONG);
  expect(rowsShown().length).toBeGreaterThan(10);
  expect(screen.queryByRole('alert')).toBeNull();
  return rowsShown()[0] as HTMLElement;
}

describe('a loan with something odd in it still has its row', () => {
  test('a status that is not known stands there as it came', async () => {
    const row = await firstRowWith({ status: 'RESTRUCTURED_2' });
    expect(within(row).getByText('RESTRUCTURED_2')).toBeVisible();
  });

  test('a currency that is not known stands beside its amount', async () => {
    const row = await firstRowWith({ currency: 'XQQ', amount: 1234.5 });
    expect(row).toHaveTextContent(/1,234\.50?\s*XQQ/);
  });

  test('loans without a borrower are a group that leads to no others', async () => {
    distort(({ docs }) => {
      // The largest group comes first.
      for (const loan of docs.slice(0, 30)) loan.borrower = '';
    });
    await renderDesk('/loans?group=borrower');
    const [name] = await screen.findAllByText('No borrower', {}, LONG);
    expect(name?.closest('tr')?.querySelector('a')).toBeNull();
  });

  test('dates that can’t be read stand there as they came', async () => {
    const row = await firstRowWith({ repayment_date: 'next Tuesday', created_at: 'a while ago' });
    expect(within(row).getByText('next Tuesday')).toBeVisible();
    expect(within(row).getByText('a while ago')).toBeVisible();
    expect(row).not.toHaveTextContent('Invalid');
  });

  test('fields that are null are unknown, never 0', async () => {
    const fields = ['interest_rate', 'duration', 'repayment_date', 'created_at'];
    const row = await firstRowWith(Object.fromEntries(fields.map((field) => [field, null])));
    expect(row).not.toHaveTextContent(/NaN|null|undefined|Invalid/);
    for (const reason of ['rate', 'term', 'date of creation', 'due date']) {
      expect(within(row).getAllByText(`No ${reason} returned.`)).not.toEqual([]);
    }
  });

  test('fields of other types are left out', async () => {
    const row = await firstRowWith({ duration: { months: 3 }, interest_rate: '0.1' });
    expect(row).not.toHaveTextContent(/\[object|NaN|undefined/);
    expect(within(row).getByText('No term returned.')).toBeInTheDocument();
  });

  test('figures keep every digit that the service sent', async () => {
    const row = await firstRowWith({ currency: 'NGN', amount: 0.1234567, repayment_amount: -5 });
    expect(row).toHaveTextContent('0.1234567');
    expect(row).toHaveTextContent('−5.00');
  });

  test('markup in a text is text', async () => {
    const row = await firstRowWith({ borrower: '<b>Ada</b>', status: '<script>', currency: '<i>' });
    expect(row).toHaveTextContent('<b>Ada</b>');
    expect(row.querySelector('b, i, script')).toBeNull();
  });

  test('a grace of an unknown unit is said to be unknown once the loan is due', async () => {
    const row = await firstRowWith({
      status: 'ACTIVE',
      repayment_date: writeRepaymentDate(Date.now() - 3 * 86_400_000, 'Africa/Lagos'),
      grace_period_unit: 'FORTNIGHTS',
    });
    expect(row).toHaveTextContent('grace period unknown');
    expect(row).not.toHaveTextContent('past grace');
  });
});

test.each([
  [-5, 'Due in 5 days'],
  [3, 'In grace, 4 days left'],
  [20, '13 days past grace'],
])('a loan that was due %i days ago, with a grace of 7, is said to be: %s', async (days, words) => {
  // Whole days: what is counted is days of the calendar, and an hour more would be in another one after midnight.
  const row = await firstRowWith({
    status: 'ACTIVE',
    repayment_date: writeRepaymentDate(Date.now() - days * 86_400_000, 'Africa/Lagos'),
    grace_period: 7,
    grace_period_unit: 'DAYS',
  });
  expect(row).toHaveTextContent(words);
});

describe('a list with something odd in it', () => {
  test('names entries that are no loans at all and shows the others', async () => {
    const loans = await loansOf(desk);
    distort(({ docs }) => {
      docs[0] = null;
      docs[3] = 'a loan';
    });
    await renderDesk('/loans');
    await expectLoans(loans.filter((_loan, index) => index !== 0 && index !== 3));
    // Two of each of the two pages.
    await waitFor(() => expect(screen.getByText(/^4 rows could not be read/)).toBeVisible(), LONG);
  });

  test('counts loans without identity, money or status, and shows the others', async () => {
    const loans = await loansOf(desk);
    const lacking = [
      { id: null },
      { borrower: ['x'] },
      { amount: '12' },
      { currency: undefined },
      { repayment_amount: null },
      { status: 7 },
    ];
    distort(({ docs }) => {
      for (const [place, change] of lacking.entries()) Object.assign(docs[place], change);
    });
    await renderDesk('/loans');
    await expectLoans(loans.slice(lacking.length));
    await waitFor(() => expect(screen.getByText(/^12 rows could not be read/)).toBeVisible(), LONG);
  });

  test('with nothing but such entries is not called empty', async () => {
    distort((data) => {
      data.docs = [null];
      data.totalDocs = 1;
    });
    await renderDesk('/loans');
    expect(await screen.findByText(/^1 row could not be read/, {}, LONG)).toBeVisible();
    expect(screen.queryByText('You have no loans yet')).toBeNull();
  });

  test('does not pass page 1 off as page 2', async () => {
    desk.fault(/loans\?page=2/, async () => {
      const { body } = await desk.gateway.service.call('listLoans', { query: { page: 1, limit: 100 } });
      return Response.json(body);
    });
    await renderDesk('/loans');
    expect(await screen.findByText(/^Paging not confirmed/, {}, LONG)).toBeVisible();
    expect(screen.getByText('Newest 100 of 137 loans.')).toBeVisible();
    expect(screen.getByText('PARTIAL')).toBeVisible();
  });

  test('says so where the page has another size than was asked for', async () => {
    distort((data) => {
      data.limit = 10;
      data.docs.length = 10;
    });
    await renderDesk('/loans');
    expect(await screen.findByText(/^Paging not confirmed/, {}, LONG)).toBeVisible();
    expect(rowsShown()).toHaveLength(10);
  });

  test('without any count still leads on', async () => {
    distort((data) => {
      for (const name of ['totalDocs', 'totalPages', 'page', 'limit', 'hasNextPage']) delete data[name];
    });
    await renderDesk('/loans');
    await expectLoans(await loansOf(desk));
    expect(await screen.findByText('All 137 loans.', {}, LONG)).toBeVisible();
  });

  test('with a loan twice shows it once, and says that it isn’t sure of the list', async () => {
    distort(({ docs }) => {
      docs[1] = { ...docs[0], added: { deep: [1] } };
    });
    const loans = await loansOf(desk);
    await renderDesk('/loans');
    expect(await screen.findByText(/The list kept changing while it loaded/, {}, LONG)).toBeVisible();
    expect(screen.getByText('PARTIAL')).toBeVisible();
    await expectLoans(loans.filter((_, index) => index !== 1));
  });

  test('with fields that were added shows what it knows', async () => {
    distort(({ docs }) => Object.assign(docs[0], { added: { deep: [1] } }));
    await renderDesk('/loans');
    await expectLoans(await loansOf(desk));
    expect(await screen.findByText('All 137 loans.', {}, LONG)).toBeVisible();
  });
});
