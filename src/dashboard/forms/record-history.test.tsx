import { randomUUID } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { type HistoryRecord, historyQuery } from '#dashboard/api/activity/history.ts';
import { createQueryClient } from '#dashboard/app/query-client.ts';
import { createAuditLog } from '#gateway/audit/audit-log.ts';
import { browserAs, newestApproval, sendJson, setRules } from '#tests/support/approvals.ts';
import { pageOf, someone } from '#tests/support/customers.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { orderOf } from '#tests/support/orders.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';

const desk = deskOfFile();
const pool = () => desk.gateway.service.database.pool;
beforeEach(async () => {
  localStorage.clear();
  await pool().query('truncate desk.audit, desk.audit_head, desk.journal, desk.follow_up cascade');
});

const panel = async () => within(await screen.findByRole('region', { name: 'History' }, PATIENCE));
const linesOf = async (count: number) => {
  const list = within(await (await panel()).findByRole('list', { name: 'History' }, PATIENCE));
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(count), PATIENCE);
  return list.getAllByRole('listitem');
};

/** A loan that one person requested and another approved, with a follow-up. */
async function approvedLoan(): Promise<{ loan: string; entry: string; approval: string }> {
  const administrator = await browserAs(desk.gateway, 'administrator');
  const creditor = await browserAs(desk.gateway, 'creditor');
  const approver = await browserAs(desk.gateway, 'approver');
  await setRules(administrator, { loanAmount: { on: true, above: { NGN: '1' } } });
  const body = loanBody(await lendingOf(desk.gateway.service, 'Crestline', 'NGN'));
  await creditor.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  });
  const approval = (await newestApproval(approver)).id;
  await sendJson(approver, 'POST', `/desk/approvals/${approval}/approve`, {
    reason: 'Checked with the borrower',
    hash: (await newestApproval(approver)).hash,
  });
  const settled = async () => (await sendJson(creditor, 'GET', '/journal?kind=createLoan')).data.entries[0];
  await expect.poll(async () => (await settled()).outcome, PATIENCE).toBe('done');
  const { id: entry, reply } = await settled();
  await addFollowUp(creditor, 'loan', reply.id);
  return { loan: reply.id, entry, approval };
}

async function addFollowUp(by: Awaited<ReturnType<typeof browserAs>>, kind: string, id: string) {
  const record = { kind, id, name: 'A record' };
  const content = { record, text: 'Called.', due: null, assignee: null, done: false, version: 0 };
  const answer = await sendJson(by, 'PUT', `/desk/follow-ups/${randomUUID()}`, content);
  expect(answer.status).toBe(200);
}

/** Records so many follow-ups about a member. */
async function record(count: number, member: string): Promise<void> {
  const { rows } = await pool().query(`select id from service.organisation where name = 'Crestline'`);
  const who = { person: 'p-ada', name: 'Ada Obi', subject: null, verified: true, session: null };
  const log = createAuditLog({ pool: pool(), clock: Date.now });
  await log.append(
    Array.from({ length: count }, () => ({
      owner: rows[0].id,
      action: 'follow-up-added' as const,
      who,
      target: { member },
    })),
  );
}

async function cancelOrder(member: string, order: string): Promise<void> {
  const clerk = await browserAs(desk.gateway, 'operations');
  await clerk.fetch(`/v1/api/members/${member}/orders/${order}/cancel`, {
    method: 'POST',
    headers: {
      'idempotency-key': randomUUID(),
      'x-pledge-note': Buffer.from('{"reason":"Compliance or risk"}').toString('base64url'),
    },
  });
}

describe('the history of a loan', () => {
  test('says who requested it, who approved it and why, and leads there', async () => {
    const { loan, entry, approval } = await approvedLoan();
    await desk.signIn(undefined, { demoRole: 'approver' });
    await renderDesk(`/loans/${loan}`);
    const texts = (await linesOf(4)).map(({ textContent }) => textContent ?? '');
    expect(texts[0]).toMatch(/\(self-declared\)Follow-up added$/);
    const [created, approved, requested] = ['Create loan', 'Approved', 'Approval requested'].map((name) =>
      screen.getByRole('link', { name }),
    );
    expect(created).toHaveAttribute('href', `/activity/${entry}`);
    expect(created?.closest('li')).toHaveTextContent(/Created/);
    expect(approved).toHaveAttribute('href', `/approvals/${approval}`);
    expect(approved?.closest('li')).toHaveTextContent('Checked with the borrower');
    const whoOf = (line: HTMLElement | undefined) => line?.closest('li')?.querySelector('bdi')?.textContent;
    expect(whoOf(requested)).toBe(whoOf(created));
    expect(whoOf(approved)).not.toBe(whoOf(created));
    expect((await panel()).queryByText(/Only what you did/)).toBeNull();
  });

  test('shows a person without that permission what they did themselves, and says so', async () => {
    const { loan } = await approvedLoan();
    await desk.signIn(undefined, { demoRole: 'creditor' });
    await renderDesk(`/loans/${loan}`);
    await linesOf(3);
    expect(screen.queryByRole('link', { name: 'Approved' })).toBeNull();
    expect((await panel()).getByText(/you need the role Approver or Administrator/)).toBeVisible();
  });

  test('loads on its own', async () => {
    const { loan } = await approvedLoan();
    await desk.signIn();
    const release = hold(desk, /\/desk\/log\?/);
    await renderDesk(`/loans/${loan}`);
    expect(
      await screen.findByRole('heading', { level: 1, name: / · [\d,.]+ [A-Z]{3}$/ }, PATIENCE),
    ).toBeVisible();
    const region = await screen.findByRole('region', { name: 'History' });
    await waitFor(() => expect(region.querySelector('[aria-busy]')).not.toBeNull(), PATIENCE);
    release();
    await linesOf(4);
    expect(region.querySelector('[aria-busy]')).toBeNull();
  });

  test('says that it can’t be loaded, and Retry brings it', async () => {
    const { loan } = await approvedLoan();
    await desk.signIn();
    const end = desk.fault(/\/desk\/log\?/, refuse);
    const user = await renderDesk(`/loans/${loan}`);
    const retry = await (await panel()).findByRole('button', { name: 'Retry' }, PATIENCE);
    end();
    await user.click(retry);
    await linesOf(4);
  });
});

describe('the history of a member', () => {
  test('has the cancellations with reason and result, and what is done on the page', async () => {
    const { memberId, id } = await orderOf(pool(), {});
    await desk.signIn();
    const user = await renderDesk(`/members/${memberId}`);
    expect(await (await panel()).findByText('Nothing has been recorded yet.', {}, PATIENCE)).toBeVisible();
    await cancelOrder(memberId, id);
    await user.click(screen.getByRole('button', { name: 'Add follow-up' }));
    await user.type(await screen.findByRole('textbox', { name: 'Note' }, PATIENCE), 'Called.');
    await user.click(screen.getByRole('button', { name: 'Save follow-up' }));
    const [added, cancelled] = await linesOf(2);
    expect(added).toHaveTextContent('Follow-up added');
    expect(cancelled).toHaveTextContent(/Cancel order.*Cancelled.*Compliance or risk/);
  });

  test('tells at once that contact data was shown', async () => {
    const { memberId } = await orderOf(pool(), {});
    await desk.signIn(undefined, { demoRole: 'creditor' });
    const user = await renderDesk(`/members/${memberId}`);
    expect(await (await panel()).findByText('Nothing has been recorded yet.', {}, PATIENCE)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Show the email address' }, PATIENCE));
    const [line] = await linesOf(1);
    expect(line).toHaveTextContent(/contact data/i);
  });

  test('is read by the id that writes name it by, also where it was read without that before', async () => {
    const { memberId, id } = await orderOf(pool(), {});
    await cancelOrder(memberId, id);
    await desk.signIn();
    const client = createQueryClient();
    const member = { kind: 'member', id: 'its-other-id' } as const;
    const read = (record: HistoryRecord) =>
      client.fetchQuery({ ...historyQuery(record), staleTime: Number.POSITIVE_INFINITY });
    expect(await read(member)).toHaveProperty('lines', []);
    expect((await read({ ...member, idInWrites: memberId })).lines).toHaveLength(1);
  });

  test('begins with the newest, and leads to the rest in the audit log', async () => {
    const { memberId } = await orderOf(pool(), {});
    await desk.signIn();
    await record(103, memberId);
    await record(1, 'someone-else');
    const user = await renderDesk(`/members/${memberId}`);
    await linesOf(6);
    await user.click((await panel()).getByRole('button', { name: 'Show the newest 100' }));
    await linesOf(100);
    await user.click((await panel()).getByRole('link', { name: 'Older ones are in the audit log.' }));
    expect(await screen.findByText(/^Newest 100 of 103 lines/, {}, PATIENCE)).toBeVisible();
    expect(address()).toBe(`/audit-log?member=${memberId}`);
    expect(rowsShown()[0]).toHaveTextContent(/Ada Obi.*Follow-up added/);
  });
});

test('the history of a customer is with its follow-ups', async () => {
  await desk.signIn();
  const opened = await pageOf(await someone(desk));
  await addFollowUp(await browserAs(desk.gateway, 'creditor'), 'customer', opened.replace('/customers/', ''));
  await renderDesk(`${opened}?view=follow-ups`);
  const [line] = await linesOf(1);
  expect(line).toHaveTextContent(/\(self-declared\).*Follow-up added/);
});
