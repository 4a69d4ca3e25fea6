import { randomUUID } from 'node:crypto';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { embeddedUpstream, UpstreamFault } from '#gateway/proxy/upstream.ts';
import { browserAs, sendJson } from '#tests/support/approvals.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { followingEvents } from '#tests/support/event-source.ts';
import { orderOf, stateOf } from '#tests/support/orders.ts';
import { PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';

const desk = deskOfFile();
const LONG = { timeout: 20_000 };

followingEvents();

async function open(member: string, order: string) {
  await desk.signIn();
  const user = await renderDesk(`/members/${member}`);
  await user.click(await screen.findByRole('button', { name: 'Cancel an order…' }, PATIENCE));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel an order' });
  await user.type(within(dialog).getByLabelText('Order ID'), order);
  await user.selectOptions(within(dialog).getByLabelText('Reason'), 'Compliance or risk');
  const send = (name: string) => user.click(within(dialog).getByRole('button', { name }));
  return { user, dialog, send };
}

const orders = () => desk.gateway.service.database.pool;

test('shows who the member is, each check as it came, and no secret', async () => {
  const { memberId, userId } = await orderOf(orders(), {});
  await desk.signIn();
  await renderDesk(`/members/${memberId}`);
  await screen.findByRole('button', { name: 'Cancel an order…' }, PATIENCE);
  const kyc = screen.getByRole('region', { name: 'KYC' });
  expect(
    within(kyc)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['Bank account', 'Identity document', 'Selfie', 'Address', 'Accreditation', 'Email', 'Terms']);
  expect(screen.getAllByText(userId)[0]).toBeInTheDocument();
  expect(
    await screen.findByText(/^This borrower has \d+ of your \d+ loans?$/, undefined, PATIENCE),
  ).toBeVisible();
  // The first thing to read is what to decide by; the whole record is folded away.
  expect(screen.getByRole('region', { name: 'Overview' })).toHaveTextContent(/Membership/);
  expect(screen.getByText('All fields').closest('details')).not.toHaveAttribute('open');
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeVisible();
  expect(screen.getByText(/^As of \d\d:\d\d/)).toBeVisible();
  expect(document.body.innerHTML).not.toMatch(/SECRET-|prov-ref-/);
});

test('is not said to be no member while a row of the list could not be read', async () => {
  const { memberId } = await orderOf(orders(), {});
  await desk.signIn();
  desk.fault(/\/api\/member\?/, async (_, pass) => {
    const { data, ...rest } = await (await pass()).json();
    for (const member of data.members) if (member._id === memberId) member.user = null;
    return Response.json({ ...rest, data });
  });
  await renderDesk(`/members/${memberId}`);
  expect(await screen.findByText(/^Not found in \d+ members$/, {}, PATIENCE)).toBeVisible();
  expect(screen.getByText(/^1 row could not be read, and may be this member/)).toBeVisible();
  expect(screen.queryByText(/Member not found|Checked all/)).toBeNull();
});

test('leads to the member’s transactions once the email address is shown', async () => {
  const { rows } = await orders().query(
    `select member.id, profile->>'email' as email from service.member
     join service.customer on email_key = lower(profile->>'email')
       and customer.organisation_id = member.organisation_id
     where member.organisation_id = (select organisation_id from service.member where user_id = $1) limit 1`,
    [(await orderOf(orders(), {})).userId],
  );
  await desk.signIn(undefined, { demoRole: 'creditor' });
  const user = await renderDesk(`/members/${rows[0].id}`);
  await user.click(await screen.findByRole('button', { name: 'Show the email address' }, PATIENCE));
  expect(await screen.findByText(rows[0].email, {}, PATIENCE)).toBeVisible();
  await user.click(await screen.findByRole('link', { name: /^\d+ transactions?$/ }, PATIENCE));
  await screen.findByRole('navigation', { name: 'Views of the customer' }, PATIENCE);
});

test('shows a follow-up that a colleague adds while the follow-ups are being read', async () => {
  const { memberId } = await orderOf(orders(), {});
  const colleague = await browserAs(desk.gateway, 'operations');
  await desk.signIn(undefined, { demoRole: 'creditor' });
  let isListening = false;
  desk.fault(/^\/events/, async (_request, pass) => {
    const stream = await pass();
    isListening = true;
    return stream;
  });
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isRead = false;
  const end = desk.fault(/^\/desk\/follow-ups\?.*kind=member/, async (_request, pass) => {
    const answer = await pass();
    isRead = true;
    await gate;
    return answer;
  });
  await renderDesk(`/members/${memberId}`);
  await waitFor(() => expect(isRead && isListening).toBe(true), PATIENCE);
  end();
  const record = { kind: 'member', id: memberId, name: 'A member' };
  const content = { record, text: 'Call back.', due: null, assignee: null, done: false, version: 0 };
  const sent = await sendJson(colleague, 'PUT', `/desk/follow-ups/${randomUUID()}`, content);
  expect(sent.status).toBe(200);
  letGo();
  expect(await screen.findByText('Call back.', {}, LONG)).toBeVisible();
});

test('has no transactions where the service knows no customer by the email address', async () => {
  const { memberId } = await orderOf(orders(), {});
  await desk.signIn(undefined, { demoRole: 'creditor' });
  desk.fault(/customers\/transactions/, async () =>
    Response.json({ status: 'error', message: 'email is none of yours' }, { status: 400 }),
  );
  const user = await renderDesk(`/members/${memberId}`);
  await user.click(await screen.findByRole('button', { name: 'Show the email address' }, PATIENCE));
  expect(await screen.findByText('None under this email address', {}, PATIENCE)).toBeVisible();
});

describe('cancelling one order', () => {
  test('shows the order as the service returned it', async () => {
    const order = await orderOf(orders(), {});
    const { rows: changed } = await orders().query(
      'update service.member_order set amount = 12345.5 where id = $1 returning token_id',
      [order.id],
    );
    const token = changed[0].token_id;
    const { send } = await open(order.memberId, order.id);
    await send('Cancel 1 order');
    const done = await screen.findByRole('dialog', { name: 'Order cancelled' }, PATIENCE);
    expect(within(done).getByText('Terminated')).toBeVisible();
    expect(within(done).getByText('12,345.5')).toBeVisible();
    expect(within(done).getByRole('link', { name: token })).toHaveAttribute('href', `/tokens/${token}`);
    const { rows } = await orders().query(
      `select note, outcome from desk.journal where target->>'orderId' = $1`,
      [order.id],
    );
    expect(rows).toEqual([{ note: { reason: 'Compliance or risk' }, outcome: 'done' }]);
  });

  test.each([
    [
      'already cancelled',
      { status: 'Terminated' },
      'This order had already been cancelled',
      /Nothing was changed/,
    ],
    [
      'already fulfilled',
      { status: 'Fulfilled' },
      'This order is already fulfilled',
      /must place a new order/,
    ],
    [
      'of a type that can’t be',
      { type: 'Swap' },
      'This order can’t be cancelled',
      /Contact your service administrator/,
    ],
  ])('that is %s keeps the dialog open, and says what to do', async (_, wanted, title, next) => {
    const order = await orderOf(orders(), wanted);
    const { user, dialog, send } = await open(order.memberId, order.id);
    await send('Cancel 1 order');
    expect(await within(dialog).findByText(title, undefined, PATIENCE)).toBeVisible();
    expect(within(dialog).getByText(next)).toBeVisible();
    expect(within(dialog).getByLabelText('Order ID')).toHaveValue(order.id);
    // No other attempt can change that.
    expect(within(dialog).queryByRole('button', { name: /Try again|Cancel 1 order/ })).toBeNull();
    onTestFinished(hold(desk, /^\/v1\/api\/.*\/cancel/));
    await user.type(within(dialog).getByLabelText('Order ID'), '{Enter}');
    expect(within(dialog).getByRole('button', { name: 'Close' })).toBeEnabled();
  });

  test('takes no other reason while it is sent, which would be recorded nowhere', async () => {
    const order = await orderOf(orders(), {});
    const { user, dialog, send } = await open(order.memberId, order.id);
    const letGo = hold(desk, /^\/v1\/api\/.*\/cancel/);
    await send('Cancel 1 order');
    await waitFor(() => expect(within(dialog).getByLabelText('Reason')).toBeDisabled());
    const note = within(dialog).getByLabelText('Note (optional)');
    await user.type(note, 'By phone');
    expect(note).toHaveValue('');
    letGo();
    const done = await screen.findByRole('dialog', { name: 'Order cancelled' }, PATIENCE);
    expect(within(done).getByText('Terminated')).toBeVisible();
  });

  test('of another member, and one that nobody knows, say so', async () => {
    const order = await orderOf(orders(), {});
    const other = await orderOf(orders(), { notOf: order.userId });
    const { user, dialog, send } = await open(order.memberId, other.id);
    await send('Cancel 1 order');
    expect(
      await within(dialog).findByText('This order belongs to another member', undefined, PATIENCE),
    ).toBeVisible();
    await user.clear(within(dialog).getByLabelText('Order ID'));
    await user.type(within(dialog).getByLabelText('Order ID'), 'no-such-order');
    await send('Cancel 1 order');
    expect(await within(dialog).findByText('Member or order not found', undefined, PATIENCE)).toBeVisible();
    expect((await stateOf(orders(), other.id)).status).toBe('Active');
  });

  test.each([
    ['after the service took it', true],
    ['before the service took it', false],
  ])('whose answer was lost %s is checked by the gateway until it is known', async (_, taken) => {
    // An earlier test may have tried to cancel the same order.
    await orders().query('delete from desk.journal');
    const order = await orderOf(orders(), {});
    const { user, dialog, send } = await open(order.memberId, order.id);
    const real = embeddedUpstream(desk.gateway.service.fetch);
    desk.replaceService(async (request) => {
      if (taken && request.method === 'POST') await real(request);
      throw new UpstreamFault('timeout');
    });
    await send('Cancel 1 order');
    expect(
      await within(dialog).findByText('Checking whether the order was cancelled', undefined, PATIENCE),
    ).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: /Try again|Cancel 1 order/ })).toBeNull();
    // Found while the service is away: once it is back, a check by itself may come first.
    const checkNow = await within(dialog).findByRole('button', { name: 'Check now' }, LONG);
    desk.replaceService(null);
    await user.click(checkNow);
    const done = await screen.findByRole('dialog', { name: /^Order cancelled/ }, LONG);
    expect(done).toHaveAccessibleName(
      expect.stringMatching(/^Order cancelled(, by this or an earlier request)?$/),
    );
    expect((await stateOf(orders(), order.id)).escrow).toHaveLength(2);
    const { rows } = await orders().query(`select outcome from desk.journal where target->>'orderId' = $1`, [
      order.id,
    ]);
    expect(rows).toEqual([{ outcome: 'done' }]);
  });

  test('that someone cancelled before, and whose answer was lost, is not claimed as ours', async () => {
    const order = await orderOf(orders(), {});
    const { user, dialog, send } = await open(order.memberId, order.id);
    await desk.gateway.service.call('cancelOrder', { params: { id: order.memberId, orderId: order.id } });
    desk.replaceService(async () => {
      throw new UpstreamFault('timeout');
    });
    await send('Cancel 1 order');
    await within(dialog).findByText('Checking whether the order was cancelled', undefined, PATIENCE);
    // Found while the service is away: once it is back, a check by itself may come first.
    const checkNow = await within(dialog).findByRole('button', { name: 'Check now' }, LONG);
    desk.replaceService(null);
    await user.click(checkNow);
    expect(
      await screen.findByRole('dialog', { name: 'Order cancelled, by this or an earlier request' }, LONG),
    ).toBeVisible();
  });

  test('is one request, however often it is sent: a lost answer is not asked of the service again', async () => {
    const order = await orderOf(orders(), {});
    const { send } = await open(order.memberId, order.id);
    const end = desk.fault(/\/cancel$/, async (_request, pass) => {
      await pass();
      throw new TypeError('fetch failed');
    });
    await send('Cancel 1 order');
    expect(await screen.findByRole('dialog', { name: 'Order cancelled' }, LONG)).toBeVisible();
    end();
    const { rows } = await orders().query(
      `select outcome, by from desk.journal where target->>'orderId' = $1`,
      [order.id],
    );
    expect(rows).toEqual([{ outcome: 'done', by: 'this-request' }]);
  });

  test('is done, even if what the service answers lacks the order’s status', async () => {
    const order = await orderOf(orders(), {});
    const { send } = await open(order.memberId, order.id);
    desk.replaceService(async (request) => {
      const reply = await embeddedUpstream(desk.gateway.service.fetch)(request);
      if (!request.target.endsWith('/cancel')) return reply;
      const body = JSON.parse(new TextDecoder().decode(reply.body));
      delete body.data.status;
      return { ...reply, body: new TextEncoder().encode(JSON.stringify(body)) };
    });
    await send('Cancel 1 order');
    const dialog = await screen.findByRole('dialog', { name: 'Order cancelled' }, LONG);
    expect(within(dialog).queryByText('Price')).toBeNull();
    desk.replaceService(null);
  });

  test('says that nothing was sent if the service can’t be reached, and sends it on another press', async () => {
    const order = await orderOf(orders(), {});
    const { dialog, send } = await open(order.memberId, order.id);
    desk.replaceService(async () => {
      throw new UpstreamFault('unreachable');
    });
    await send('Cancel 1 order');
    expect(await within(dialog).findByText('Cancellation not sent', undefined, PATIENCE)).toBeVisible();
    expect(within(dialog).getByText(/Nothing was sent/)).toBeVisible();
    desk.replaceService(null);
    await send('Try again');
    expect(await screen.findByRole('dialog', { name: 'Order cancelled' }, PATIENCE)).toBeVisible();
    const { rows } = await orders().query(`select outcome from desk.journal where target->>'orderId' = $1`, [
      order.id,
    ]);
    expect(rows).toEqual([{ outcome: 'done' }]);
  });
});

test('a dialog that was opened for one member is gone where Back leads to another', async () => {
  const first = await orderOf(orders(), {});
  const second = await orderOf(orders(), { notOf: first.userId });
  await desk.signIn();
  const user = await renderDesk(`/members/${second.memberId}`);
  await screen.findByText('Cancel an order…', {}, PATIENCE);
  const name = document.querySelector('h1')?.textContent ?? '';
  const heading = () => screen.queryByText(name, { selector: 'h1' });
  await act(async () => {
    history.pushState({ key: 'next' }, '', `/members/${first.memberId}`);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await waitFor(() => expect(heading()).toBeNull(), PATIENCE);
  await user.click(await screen.findByText('Cancel an order…', {}, PATIENCE));
  await user.type(await screen.findByLabelText('Order ID', {}, PATIENCE), first.id);
  await act(async () => history.back());
  await waitFor(() => expect(heading()).toBeInTheDocument(), PATIENCE);
  expect(screen.queryByLabelText('Order ID')).toBeNull();
});

test('counts the member’s loans among those that could be read', async () => {
  const { memberId } = await orderOf(orders(), {});
  await desk.signIn(undefined, { demoRole: 'creditor' });
  desk.fault(/\/credit\/loans\?page=1/, async (_, pass) => {
    const { data, ...rest } = await (await pass()).json();
    data.docs[0].amount = null;
    return Response.json({ ...rest, data });
  });
  await renderDesk(`/members/${memberId}`);
  const words = /^This borrower has \d+ of the 136 of 137 loans that could be read$/;
  expect(await screen.findByText(words, {}, PATIENCE)).toBeVisible();
});

test('says how many late loans of the member were seen so far while loans are missing', async () => {
  const { rows } = await orders().query(
    `select member.id from service.member join service.loan on borrower_id = user_id
     where loan.status = 'DEFAULTED' limit 1`,
  );
  await desk.signIn(undefined, { demoRole: 'creditor' });
  desk.fault(/\/credit\/loans\?page=2/, refuse);
  await renderDesk(`/members/${rows[0].id}`);
  expect(
    await screen.findByText(/^Follow up on \d+ late or defaulted loans? so far\.$/, {}, PATIENCE),
  ).toBeVisible();
});
