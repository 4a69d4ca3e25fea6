import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { addMonths } from '#contract/dates.ts';
import type { MemberRow } from '#dashboard/api/members/members.ts';
import { BUSINESS_ZONE, formatDay } from '#dashboard/lib/times.ts';
import {
  box,
  button,
  loanDeskOfFile,
  opened,
  put,
  recordIsWhole,
  send,
  wantReview,
} from '#tests/support/new-loan.ts';
import { PATIENCE } from '#tests/support/render-desk.tsx';

const lender = loanDeskOfFile();
const { desk } = lender;
const pool = () => desk.gateway.service.database.pool;

const record = () => screen.findByRole('region', { name: 'Borrower’s record' }, PATIENCE);

/**
 * Makes the borrower one who should be looked at twice: two defaulted loans, one that is past due with a grace period
 * that can't be counted, and a rejected address check.
 */
async function makeRisky(): Promise<void> {
  const { userId, creditorId } = lender.lending;
  const { rows } = await pool().query<{ id: string }>(
    'select id, borrower_id, status, repayment_at, grace_period_unit from service.loan where creditor_id = $1 order by id limit 3',
    [creditorId],
  );
  const { rows: members } = await pool().query('select profile from service.member where user_id = $1', [
    userId,
  ]);
  const change = `update service.loan set (borrower_id, status, repayment_at, grace_period_unit) = ($2, $3, $4, $5) where id = $1`;
  const longAgo = new Date(Date.now() - 365 * 86_400_000);
  for (const [nth, { id }] of rows.entries()) {
    const values = nth < 2 ? ['DEFAULTED', longAgo, 'DAYS'] : ['ACTIVE', longAgo, 'BUSINESS_DAYS'];
    await pool().query(change, [id, userId, ...values]);
  }
  await pool().query(
    `update service.member set profile = jsonb_set(profile, '{kyc,address}', '"Rejected"') where user_id = $1`,
    [userId],
  );
  onTestFinished(async () => {
    for (const row of rows) await pool().query(change, Object.values(row));
    await pool().query('update service.member set profile = $2 where user_id = $1', [
      userId,
      members[0].profile,
    ]);
  });
}

test('a borrower with defaulted or late loans and a rejected check is lent to only with a tick that names them', async () => {
  await makeRisky();
  const user = await lender.open();
  await lender.fill(user);
  await recordIsWhole();
  expect(await record()).toHaveTextContent(/2 defaulted/);
  expect(await record()).toHaveTextContent(/1 past due, grace unknown/);
  expect(await record()).toHaveTextContent(/Address: rejected/);
  await wantReview(user);
  await screen.findByRole('heading', { level: 1, name: 'Review loan' }, PATIENCE);
  await recordIsWhole();
  const inReview = within(await record());
  expect(inReview.getByText('2 defaulted')).toBeVisible();
  expect(inReview.getByText('Address: rejected')).toBeVisible();

  desk.asked();
  await user.click(send());
  const tick = screen.getByRole('checkbox', {
    name: /^Lend although .*2 defaulted loans.*1 loan past due.*rejected check \(.*address/,
  });
  expect(tick).toHaveFocus();
  expect(tick).toHaveAccessibleDescription('Tick this to create the loan.');
  expect(lender.posts()).toBe(0);
  await user.click(tick);
  await user.click(send());
  await opened();
  expect(lender.posts()).toBe(1);
});

test('a borrower who may be a member that could not be read isn’t said to be none', async () => {
  const { userId } = lender.lending;
  desk.fault(/v1\/api\/member\?/, async (_request, pass) => {
    const body = await (await pass()).json();
    const own = body.data.members.find((member: MemberRow) => member.user._id === userId);
    if (own) own.user = null;
    return Response.json(body);
  });
  const user = await lender.open();
  const search = screen.getByRole('combobox', { name: 'Borrower' });
  await user.type(search, 'No one at all');
  expect(await screen.findByText('No match in 95 of 96 members.', {}, PATIENCE)).toBeVisible();
  await user.clear(search);
  await user.paste(userId);
  await user.click(await screen.findByRole('option', { name: new RegExp(userId) }, PATIENCE));
  await recordIsWhole();
  expect(within(await record()).getAllByTitle('Not all members could be read.')).toHaveLength(2);
});

test('the review says when the loan is due, and keeps the request collapsed', async () => {
  const user = await lender.filledAndReviewed();
  const due = `${formatDay(addMonths(Date.now(), 3, BUSINESS_ZONE))} (3 months)`;
  expect(screen.getByText(due)).toBeVisible();
  const request = screen.getByText('API request').closest('details') as HTMLDetailsElement;
  expect(request.open).toBe(false);
  await user.click(screen.getByText('API request'));
  expect(request).toHaveTextContent('"interest_rate": 0.025');
});

test('a form that was cleared can be had back, until something else is entered', async () => {
  const user = await lender.open();
  await lender.fill(user);
  await put(user, box('Account number'), '0123456789');
  await user.click(button('Clear form'));
  expect(box('Amount')).toHaveValue('');
  await user.click(button('Undo'));
  await waitFor(() => expect(box('Amount')).toHaveValue('1,234.50'));
  expect(box('Account number')).toHaveValue('0123456789');
  expect(box(/^Quantity of/)).toHaveValue('1,000');
  expect(screen.queryByText('Form cleared')).toBeNull();
  await user.click(button('Clear form'));
  await put(user, box('Reason'), 'Rent');
  expect(screen.queryByText('Form cleared')).toBeNull();
});
