import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { RULES_OFF } from '#contract/approvals.ts';
import type { AuditPerson } from '#contract/audit.ts';
import { type AuditItem, createAuditLog } from '#gateway/audit/audit-log.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';

const desk = deskOfFile();
const pool = () => desk.gateway.service.database.pool;
const RUN = '0f8fad5b-d9cb-469f-a165-70867728950e';

const ada: AuditPerson = {
  person: 'p-ada',
  name: 'Ada Obi',
  subject: 'sub-1',
  verified: true,
  session: 's-1',
};
const bo: AuditPerson = { ...ada, person: 'p-bo', name: 'Bo Eze', verified: false };

beforeEach(async () => {
  localStorage.clear();
  await desk.signIn();
  await pool().query('truncate desk.audit, desk.audit_head');
});

/** Records for Crestline, at a time. */
async function record(items: Omit<AuditItem, 'owner'>[], at = Date.now()): Promise<void> {
  const { rows } = await pool().query(`select id from service.organisation where name = 'Crestline'`);
  const log = createAuditLog({ pool: pool(), clock: () => at });
  await log.append(items.map((item) => ({ owner: rows[0].id, ...item })));
}

const texts = () => rowsShown().map(({ textContent }) => textContent ?? '');

describe('the audit log', () => {
  test('says who did what, newest first, and leads to the record', async () => {
    await record([
      { action: 'run-created', who: ada, target: { run: RUN }, reason: 'Duplicate', details: { lines: 3 } },
      { action: 'export', who: bo, target: { list: 'loans' }, details: { rows: 152 } },
      {
        action: 'outcome',
        who: null,
        result: 'refused',
        details: { kind: 'cancelOrder' },
        target: { entry: 'e-1', order: 'order-1', member: 'm-1', run: RUN },
      },
    ]);
    await renderDesk('/audit-log');
    await waitFor(() => expect(rowsShown()).toHaveLength(3), PATIENCE);
    expect(texts()[0]).toMatch(/Pledge.*Outcome of a cancellation.*Order order-1.*Refused/);
    expect(texts()[1]).toMatch(/Bo Eze self-declared.*Exported 152 rows of loans/);
    expect(texts()[2]).toMatch(/Ada Obi(?! self).*Created a run of 3 orders.*Duplicate/);
    const [newest, , oldest] = rowsShown().map((row) => within(row).queryByRole('link'));
    expect(newest).toHaveAttribute('href', '/activity/e-1');
    expect(oldest).toHaveAttribute('href', `/orders/runs/${RUN}`);
    expect(screen.getByText(/^All 3 lines/)).toBeVisible();
  });

  test('says whom an administrator changed, and what a person was not permitted to do', async () => {
    await record([
      {
        action: 'person-changed',
        who: ada,
        target: { person: 'p-bo' },
        details: { name: 'Bo Eze', after: { roles: ['creditor', 'approver'], disabled: true } },
      },
      { action: 'permission-refused', who: bo, result: 'refused', details: { permission: 'cancel-orders' } },
    ]);
    await renderDesk('/audit-log');
    await waitFor(() => expect(rowsShown()).toHaveLength(2), PATIENCE);
    expect(texts()[0]).toMatch(/Bo Eze.*Not permitted to cancel orders.*Refused/);
    expect(texts()[1]).toMatch(/Ada Obi.*Changed Bo Eze: Creditor, Approver, disabled/);
  });

  test('says which rules were changed, from what to what', async () => {
    const after = { ...RULES_OFF, runLines: { on: true, above: 5 } };
    await record([{ action: 'rules-changed', who: ada, details: { before: RULES_OFF, after } }]);
    await renderDesk('/audit-log');
    await waitFor(
      () =>
        expect(texts()[0]).toMatch(/Rules changed\. Runs: Off \(above 50 orders\) → Above 5 orders(?!\.)/),
      PATIENCE,
    );
  });

  test('is narrowed by person, action and days, and its file is too', async () => {
    await record([{ action: 'sign-in', who: ada }], Date.parse('2026-01-05T12:00:00Z'));
    await record([
      { action: 'sign-in', who: bo },
      { action: 'closure', who: ada, reason: 'Asked the bank' },
    ]);
    const user = await renderDesk('/audit-log?person=p-ada');
    await waitFor(() => expect(rowsShown()).toHaveLength(2), PATIENCE);
    expect(screen.getByRole('link', { name: 'Export' })).toHaveAttribute(
      'href',
      '/desk/log.csv?person=p-ada',
    );
    await user.click(screen.getByRole('button', { name: /Action/, expanded: false }));
    await user.click(await screen.findByRole('checkbox', { name: 'Request closed' }, PATIENCE));
    await waitFor(
      () => expect(texts()).toEqual([expect.stringMatching(/Request closed.*Asked the bank/)]),
      PATIENCE,
    );
    expect(address()).toBe('/audit-log?person=p-ada&action=closure');
  });

  test('is searched by any ID or a name, together with a filter, and its file is too', async () => {
    await record([
      { action: 'sign-in', who: bo, requestId: 'request-1' },
      { action: 'outcome', who: ada, target: { entry: 'e-1', order: 'order-1', member: 'm-1', run: RUN } },
      { action: 'follow-up-added', who: bo, target: { loan: 'loan-1' } },
    ]);
    const user = await renderDesk('/audit-log');
    const box = await screen.findByRole(
      'searchbox',
      { name: 'Search the audit log by ID or person’s name' },
      PATIENCE,
    );
    for (const [id, expected] of [
      ['request-1', /Bo Eze.*Sign-in/],
      ['order-1', /Ada Obi.*Outcome/],
      [RUN, /Ada Obi.*Outcome/],
      ['loan-1', /Bo Eze.*Follow-up added/],
    ] as const) {
      await user.clear(box);
      await user.type(box, `${id}{Enter}`);
      await waitFor(() => expect(texts()).toEqual([expect.stringMatching(expected)]), PATIENCE);
    }
    expect(screen.getByRole('link', { name: 'Export' })).toHaveAttribute('href', '/desk/log.csv?q=loan-1');
    await user.click(screen.getByRole('button', { name: /Action/, expanded: false }));
    await user.click(await screen.findByRole('checkbox', { name: 'Sign-in' }, PATIENCE));
    expect(await screen.findByText('Nothing found for “loan-1”', {}, PATIENCE)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(texts()).toEqual([expect.stringMatching(/Bo Eze.*Sign-in/)]), PATIENCE);
    expect(address()).toBe('/audit-log?action=sign-in');
  });

  test('is narrowed by record and run', async () => {
    await record([
      { action: 'run-paused', who: ada, target: { run: RUN } },
      { action: 'outcome', who: ada, target: { entry: 'e-1', order: 'order-1', member: 'm-1', run: RUN } },
      { action: 'follow-up-added', who: bo, target: { loan: 'loan-1' } },
    ]);
    const user = await renderDesk(`/audit-log?run=${RUN}`);
    await waitFor(() => expect(rowsShown()).toHaveLength(2), PATIENCE);
    await user.click(screen.getByRole('button', { name: 'Clear filter' }));
    await waitFor(() => expect(rowsShown()).toHaveLength(3), PATIENCE);
    await user.click(screen.getByRole('button', { name: /^Loan/, expanded: false }));
    await user.type(await screen.findByPlaceholderText('Loan ID'), 'loan-1{Enter}');
    await waitFor(
      () => expect(texts()).toEqual([expect.stringMatching(/Bo Eze.*Follow-up added/)]),
      PATIENCE,
    );
    expect(address()).toBe('/audit-log?loan=loan-1');
  });

  test('of a member holds their cancellations, too, where requests name the user', async () => {
    desk.fault(/^\/session$/, async (_request, pass) => {
      const body = await (await pass()).json();
      return Response.json({ ...body, data: { ...body.data, memberIdInPath: 'user._id' } });
    });
    const { rows } = await pool().query(
      `select m.id, user_id as user, concat_ws(' ', profile->>'fname', profile->>'lname') as name
       from service.member m join service.organisation o on o.id = organisation_id
       where o.name = 'Crestline' limit 1`,
    );
    const { id, user: userId, name } = rows[0];
    await record([
      { action: 'write', who: ada, target: { order: 'order-1', member: userId } },
      { action: 'follow-up-added', who: bo, target: { member: id } },
      { action: 'follow-up-added', who: bo, target: { member: 'another' } },
    ]);
    const user = await renderDesk('/audit-log');
    await waitFor(() => expect(rowsShown()).toHaveLength(3), PATIENCE);
    await user.click(screen.getByRole('button', { name: 'Member' }));
    const panel = await screen.findByRole('dialog', { name: 'Member' }, PATIENCE);
    await user.type(await within(panel).findByRole('searchbox', {}, PATIENCE), name);
    await user.click(await within(panel).findByRole('button', { name: new RegExp(`^${name}`) }, PATIENCE));
    await waitFor(() => expect(rowsShown()).toHaveLength(2), PATIENCE);
    expect(await screen.findByRole('button', { name: `Member: ${name}` }, PATIENCE)).toBeVisible();
  });

  test('of some days holds what was recorded on them', async () => {
    await record([{ action: 'sign-in', who: ada }], Date.parse('2026-01-05T12:00:00Z'));
    await record([{ action: 'sign-out', who: ada }]);
    await renderDesk('/audit-log?from=2026-01-04&to=2026-01-06');
    await waitFor(() => expect(texts()).toEqual([expect.stringMatching(/Sign-in/)]), PATIENCE);
  });

  test('of days the wrong way round says why nothing matches', async () => {
    await record([{ action: 'sign-in', who: ada }]);
    await renderDesk('/audit-log?from=2026-01-06&to=2026-01-04');
    expect(await screen.findByText('To is before From. Choose a later day.', {}, PATIENCE)).toBeVisible();
  });

  test('loads older lines by itself', async () => {
    await record(Array.from({ length: 150 }, () => ({ action: 'sign-in' as const, who: ada })));
    const letGo = hold(desk, /before=/);
    await renderDesk('/audit-log');
    expect(await screen.findByText(/^Newest 100 of 150 lines/, undefined, PATIENCE)).toBeVisible();
    letGo();
    expect(await screen.findByText(/^All 150 lines/, undefined, PATIENCE)).toBeVisible();
  });

  test('says that nothing is recorded, or that nothing matches', async () => {
    const user = await renderDesk('/audit-log');
    expect(await screen.findByText('Nothing recorded yet', undefined, PATIENCE)).toBeVisible();
    await record([{ action: 'sign-in', who: ada }]);
    await user.click(screen.getByText('Refresh'));
    await waitFor(() => expect(rowsShown()).toHaveLength(1), PATIENCE);
  });

  test('that can’t be loaded says so, and Retry brings it', async () => {
    await record([{ action: 'sign-in', who: ada }]);
    const end = desk.fault(/\/desk\/log/, refuse);
    const user = await renderDesk('/audit-log');
    const retry = await screen.findByRole('button', { name: 'Retry' }, PATIENCE);
    end();
    await user.click(retry);
    await waitFor(() => expect(rowsShown()).toHaveLength(1), PATIENCE);
  });
});
