import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Role } from '#contract/permissions.ts';
import { browserAs, newestApproval, setRules } from '#tests/support/approvals.ts';
import { box, loanDeskOfFile, review, send, wantReview } from '#tests/support/new-loan.ts';
import { loansOf, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';
import { runsOf } from '#tests/support/runs.ts';

const lender = loanDeskOfFile();
const { desk } = lender;

beforeEach(() => desk.gateway.service.database.pool.query('update desk.person set roles_here = null'));

/** An administrator leaves the person who is signed in here with these roles. */
async function setRoles(roles: Role[]): Promise<void> {
  const { data } = await (await fetch('/session')).json();
  const administrator = desk.gateway.browser();
  await administrator.signIn(undefined, { demoRole: 'administrator' });
  const response = await administrator.fetch(`/desk/people/${data.session.person.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ roles, disabled: false }),
  });
  expect(response.status).toBe(200);
}

async function signInAgain(user: UserEvent, role: RegExp): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' }, PATIENCE);
  const people = within(dialog).getByRole('list', { name: 'People of Crestline' });
  await user.click(within(people).getByRole('button', { name: role }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument(), PATIENCE);
}

const lost = async (title: string) => {
  const banner = (await screen.findByText(title, {}, PATIENCE)).closest('[role=alert]');
  expect(banner).toHaveTextContent('Your role is Analyst. What you typed stays on this page.');
  return banner;
};

test('a loan that is being written stays, the page says whom to ask, and nothing is created', async () => {
  await desk.signIn(undefined, { demoRole: 'creditor' });
  const user = await lender.filledAndReviewed();
  const before = await lender.total();
  await setRoles(['analyst']);
  await user.click(send());
  await signInAgain(user, /Creditor$/);
  expect(await lost('You can no longer create loans')).toHaveTextContent(
    'you need the role Creditor. Ask an administrator',
  );
  await user.click(send());
  expect(await screen.findByText(/Your role does not include this/, {}, PATIENCE)).toBeVisible();
  expect(await lender.total()).toBe(before);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('textbox', { name: 'Amount' })).toHaveValue('1,234.50');
  expect(box('Reason')).toHaveValue('Stock');

  // Once the role is back, the same form goes on.
  await setRoles(['creditor']);
  await wantReview(user);
  await signInAgain(user, /Creditor$/);
  await waitFor(() => expect(screen.queryByText('You can no longer create loans')).toBeNull());
  await review(user);
  await user.click(send());
  await waitFor(async () => expect(await lender.total()).toBe(before + 1), PATIENCE);
});

test('lines of orders stay, and none is cancelled', async () => {
  await desk.signIn(undefined, { demoRole: 'operations' });
  const user = await renderDesk('/orders/cancel');
  const lines = await screen.findByLabelText(/Paste lines/, {}, PATIENCE);
  const id = (digit: string) => digit.repeat(24);
  fireEvent.change(lines, { target: { value: `${id('a')},${id('b')}` } });
  await user.selectOptions(screen.getByLabelText('Reason'), 'Duplicate order');
  await user.click((await screen.findAllByRole('button', { name: /^Cancel 1 order…/ }))[0] as HTMLElement);
  await setRoles(['analyst']);
  const dialog = await screen.findByRole('dialog', { name: /^Cancel 1 order/ }, PATIENCE);
  await user.click(within(dialog).getByRole('button', { name: /^Cancel 1 order/ }));
  await signInAgain(user, /Operations$/);
  await lost('You can no longer cancel orders');
  await user.click(within(dialog).getByRole('button', { name: /^Cancel 1 order/ }));
  expect(await screen.findByText(/Your role does not include this/, {}, PATIENCE)).toBeVisible();
  expect(lines).toHaveValue(`${id('a')},${id('b')}`);
  expect(screen.getByLabelText('Reason')).toHaveDisplayValue('Duplicate order');
  const { rows } = await desk.gateway.service.database.pool.query('select id from desk.run');
  expect(rows).toEqual([]);
});

test('the order of a member stays, and is not cancelled', async () => {
  await desk.signIn(undefined, { demoRole: 'operations' });
  const { members } = (await (await fetch('/v1/api/member?page=1&limit=1')).json()).data;
  const user = await renderDesk(`/members/${members[0]._id}`);
  await user.click(await screen.findByRole('button', { name: 'Cancel an order…' }, PATIENCE));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel an order' }, PATIENCE);
  const order = within(dialog).getByLabelText('Order ID');
  await user.type(order, 'a'.repeat(24));
  await user.selectOptions(within(dialog).getByLabelText('Reason'), 'Duplicate order');
  await setRoles(['analyst']);
  const send = () => within(dialog).getByRole('button', { name: 'Cancel 1 order' });
  await user.click(send());
  await signInAgain(user, /Operations$/);
  await waitFor(() => expect(screen.queryByText('Cancel an order…')).toBeNull(), PATIENCE);
  expect(order).toBeVisible();
  expect(order).toHaveValue('a'.repeat(24));
  expect(within(dialog).getByLabelText('Reason')).toHaveDisplayValue('Duplicate order');
});

test('a follow-up stays for someone who loses every role', async () => {
  await desk.signIn(undefined, { demoRole: 'creditor' });
  const [loan] = await loansOf(desk);
  const user = await renderDesk(`/loans/${loan?.id}`);
  const panel = await screen.findByRole('region', { name: 'Follow-ups' }, PATIENCE);
  await user.click(await within(panel).findByRole('button', { name: 'Add follow-up' }, PATIENCE));
  const note = await within(panel).findByRole('textbox', { name: 'Note' }, PATIENCE);
  await user.type(note, 'Pays on Friday.');
  await setRoles([]);
  await user.click(within(panel).getByRole('button', { name: 'Save follow-up' }));
  await signInAgain(user, /Creditor$/);
  const title = 'You can no longer see loans, tokens, customers and members';
  const banner = (await screen.findByText(title, {}, PATIENCE)).closest('[role=alert]');
  expect(banner).toHaveTextContent('You have no role. What you typed stays on this page.');
  expect(note).toHaveValue('Pays on Friday.');
  await user.click(within(panel).getByRole('button', { name: 'Save follow-up' }));
  expect(await within(panel).findByText(/Your role does not include this/, {}, PATIENCE)).toBeVisible();
  expect(note).toHaveValue('Pays on Friday.');
});

/** An approver who has typed a reason about a run of the clerk's. */
async function reasonTyped() {
  const administrator = await browserAs(desk.gateway, 'administrator');
  await setRules(administrator, { runLines: { on: true, above: 1 } });
  onTestFinished(async () => void (await setRules(administrator, {})));
  const clerk = await browserAs(desk.gateway, 'operations');
  await runsOf(clerk).create(
    randomUUID(),
    ['one', 'two'].map((orderId) => ({ memberId: 'nobody', orderId })),
  );
  await desk.signIn(undefined, { demoRole: 'approver' });
  const user = await renderDesk(`/approvals/${(await newestApproval(clerk)).id}`);
  const reason = await screen.findByRole('textbox', { name: 'Reason' }, PATIENCE);
  await user.type(reason, 'Agreed by phone');
  return { user, clerk, reason };
}

test('the decision about a request stays, and the page says why it can’t be made', async () => {
  const { user, clerk, reason } = await reasonTyped();
  await setRoles(['analyst']);
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await signInAgain(user, /Approver$/);
  const told = (await screen.findByText('Your access to the request has ended', {}, PATIENCE)).closest(
    '[role=alert]',
  );
  expect(told).toHaveTextContent('Your role may have changed. Ask an administrator of your organisation.');
  expect(reason).toHaveValue('Agreed by phone');
  for (const name of ['Approve', 'Reject']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect((await newestApproval(clerk)).state).toBe('waiting');

  // Once the role is back, the same form goes on.
  await setRoles(['approver']);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await signInAgain(user, /Approver$/);
  await user.click(await screen.findByRole('button', { name: 'Approve' }, PATIENCE));
  await waitFor(async () => expect((await newestApproval(clerk)).state).toBe('approved'), PATIENCE);
});

test('the reason of a decision stays for someone who may still see the request, but no longer decide', async () => {
  const { user, reason } = await reasonTyped();
  await setRoles(['administrator']);
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await signInAgain(user, /Approver$/);
  const told = await screen.findByText('Your reason was not sent', {}, PATIENCE);
  expect(told.closest('[role=status]')).toHaveTextContent('You may no longer decide about this request.');
  expect(reason).toHaveValue('Agreed by phone');
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});
