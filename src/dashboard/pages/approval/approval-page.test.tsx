import { randomUUID } from 'node:crypto';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { NOTE_HEADER } from '#contract/operations.ts';
import { embeddedUpstream, UpstreamFault } from '#gateway/proxy/upstream.ts';
import { browserAs, newestApproval, sendJson, setRules } from '#tests/support/approvals.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { followingEvents } from '#tests/support/event-source.ts';
import type { TestBrowser } from '#tests/support/gateway.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { runsOf } from '#tests/support/runs.ts';
import { hold, refuse } from '#tests/support/states.ts';
import { browserTabs } from '#tests/support/tabs.ts';

const desk = deskOfFile();
followingEvents();
let clerk: TestBrowser;

beforeEach(async () => {
  const administrator = await browserAs(desk.gateway, 'administrator');
  clerk = await browserAs(desk.gateway, 'operations');
  await setRules(administrator, {
    runLines: { on: true, above: 1 },
    loanAmount: { on: true, above: { NGN: '1' } },
  });
  await desk.gateway.service.database.pool.query('delete from desk.approval');
});

async function askForRun(): Promise<string> {
  const lines = ['one', 'two'].map((orderId) => ({ memberId: 'nobody', orderId }));
  const id = randomUUID();
  await runsOf(clerk).create(id, lines);
  return id;
}

/** The approval that a run of the clerk's waits for. */
async function waitingRun(): Promise<string> {
  await askForRun();
  return (await newestApproval(clerk)).id;
}

/** A person who has typed a reason for a loan that waits, while a second approver is signed in elsewhere. */
async function openBesideAnother(cents: number) {
  await askForLoan(cents);
  const other = desk.gateway.browser();
  await other.signIn(undefined, { name: 'Second Approver' });
  const { id } = await newestApproval(other);
  const user = await renderDesk(`/approvals/${id}`);
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }, PATIENCE), 'Fine');
  return { user, other, id };
}

/** Returns the name of the token that is pledged; the request may give it another. */
async function askForLoan(cents: number, quantity = 1_000, called?: string): Promise<string> {
  const creditor = await browserAs(desk.gateway, 'creditor');
  const lending = await lendingOf(desk.gateway.service, 'Crestline', 'NGN');
  const own = loanBody(lending);
  const body = { ...own, collaterals: own.collaterals.map((line) => ({ ...line, quantity })) };
  const name = lending.tokens[0]?.name ?? '';
  const note = {
    collateral: body.collaterals.map((line) => ({
      ...line,
      name: called ?? name,
      sell_price: 1,
      price_at: null,
    })),
  };
  const amount = (Number(body.amount) - cents).toFixed(2);
  await creditor.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      [NOTE_HEADER]: Buffer.from(JSON.stringify(note)).toString('base64url'),
    },
    body: JSON.stringify({ ...body, amount, repayment_amount: amount, account_number: '0123456789' }),
  });
  return name;
}

const reason = () => screen.getByRole('textbox', { name: 'Reason' });
const press = (name: string) => screen.getByRole('button', { name });

describe('an approver', () => {
  beforeEach(() => desk.signIn(undefined, { demoRole: 'approver' }));

  test('finds what waits from the navigation, and approves it with a reason', async () => {
    const run = await askForRun();
    const user = await renderDesk('/');
    const link = await screen.findByRole('link', { name: /Approvals.*1 request waiting/ }, PATIENCE);
    await user.click(link);
    await waitFor(() => expect(rowsShown()).toHaveLength(1), PATIENCE);
    expect(rowsShown()[0]).toHaveTextContent(/Cancellation of 2 orders.*Waiting.*Ruth Kamau/);
    await user.click(screen.getByRole('link', { name: 'Cancellation of 2 orders' }));
    expect(await screen.findByText(/runs of more than 1 order need approval/, {}, PATIENCE)).toBeVisible();
    await user.click(press('Approve'));
    expect(reason()).toHaveAccessibleDescription(/Enter a reason/);
    await user.type(reason(), 'Agreed by phone');
    await user.click(press('Approve'));
    expect(await screen.findByText('Agreed by phone', {}, PATIENCE)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    expect((await runsOf(clerk).read(run)).state).not.toBe('awaiting-approval');
  });

  test('sees the collateral by the name that the service has for it, whatever the request calls it', async () => {
    const name = await askForLoan(77, undefined, 'Treasury Bill');
    const { id } = await newestApproval(await browserAs(desk.gateway, 'approver'));
    await renderDesk(`/approvals/${id}`);
    expect(await screen.findByRole('link', { name }, PATIENCE)).toBeVisible();
    expect(screen.queryByText('Treasury Bill')).toBeNull();
  });

  test('finds a reason again that was typed and not sent', async () => {
    const id = await waitingRun();
    const user = await renderDesk(`/approvals/${id}`);
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }, PATIENCE), 'Agreed by phone');
    cleanup();
    await renderDesk(`/approvals/${id}`);
    expect(await screen.findByRole('textbox', { name: 'Reason' }, PATIENCE)).toHaveValue('Agreed by phone');
    await user.click(press('Approve'));
    expect(await screen.findByText('Agreed by phone', {}, PATIENCE)).toBeVisible();
    await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain('Agreed by phone'));
  });

  test('changes no reason while it is sent, which would be lost', async () => {
    const id = await waitingRun();
    const user = await renderDesk(`/approvals/${id}`);
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }, PATIENCE), 'Agreed');
    const letGo = hold(desk, /^\/desk\/approvals\/[^/]+\/approve$/);
    await user.click(press('Approve'));
    await waitFor(() => expect(press('Reject')).toBeDisabled(), PATIENCE);
    await user.type(reason(), ', but only once');
    expect(reason()).toHaveValue('Agreed');
    letGo();
    expect(await screen.findByText('Agreed', {}, PATIENCE)).toBeVisible();
  });

  test('decides once with two presses at once, by the first', async () => {
    const id = await waitingRun();
    const user = await renderDesk(`/approvals/${id}`);
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }, PATIENCE), 'Agreed');
    fireEvent.click(press('Approve'));
    fireEvent.click(press('Reject'));
    expect(await screen.findByText('Agreed', {}, PATIENCE)).toBeVisible();
    expect((await newestApproval(clerk)).state).toBe('approved');
    expect(desk.asked().filter((each) => each.startsWith('POST /desk/approvals'))).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('isn’t told that nothing was decided when the answer to the decision was lost', async () => {
    const id = await waitingRun();
    const user = await renderDesk(`/approvals/${id}`);
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }, PATIENCE), 'Agreed');
    desk.fault(/^\/desk\/approvals\/[^/]+(\/approve)?$/, async (request, pass) => {
      if (request.method === 'POST') await pass();
      throw new TypeError('Failed to fetch');
    });
    await user.click(press('Approve'));
    expect(await screen.findByText(/^The change may have been made/, {}, PATIENCE)).toBeVisible();
    expect(screen.queryByText('Nothing was decided')).toBeNull();
  });

  test('sees what was decided although it can’t be read again', async () => {
    const id = await waitingRun();
    const user = await renderDesk(`/approvals/${id}`);
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }, PATIENCE), 'Agreed');
    desk.fault(/^\/desk\/approvals\/[^/]+$/, refuse);
    await user.click(press('Approve'));
    expect(await screen.findByText(/^The request could not be refreshed/, {}, PATIENCE)).toBeVisible();
    expect(screen.getByText('Agreed')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  test('sees exactly what a loan will send, and rejects it', async () => {
    const name = await askForLoan(1, 1_000.12345678);
    const { id } = await newestApproval(await browserAs(desk.gateway, 'approver'));
    const user = await renderDesk(`/approvals/${id}`);
    const sent = await screen.findByRole('region', { name: 'What will be sent' }, PATIENCE);
    expect(sent).toHaveTextContent(/Repayment account\s*0123456789/);
    expect(sent).toHaveTextContent(/Monthly interest rate\s*5%/);
    expect(sent).toHaveTextContent(/Due date.* \(3 months\)\s*If approved today/);
    expect(sent).toHaveTextContent(/Collateral\s*1,000\.12345678 ×/);
    expect(sent).toHaveTextContent(/Loan-to-value\s*35\.0%/);
    expect(await within(sent).findByRole('link', { name }, PATIENCE)).toBeVisible();
    expect(await screen.findByText(/^This borrower has \d+ of your \d+ loans?$/, {}, PATIENCE)).toBeVisible();
    await user.type(reason(), 'Too much');
    await user.click(press('Reject'));
    expect(await screen.findByText('Too much', {}, PATIENCE)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: /^Loan of/ })).toHaveFocus();
    const asked = screen.getByRole('region', { name: 'What was requested' });
    await waitFor(() => expect(asked).not.toHaveTextContent(/0123456789/), PATIENCE);
  });

  test('approves a loan, and goes on to it', async () => {
    await askForLoan(3);
    const { id } = await newestApproval(await browserAs(desk.gateway, 'approver'));
    const user = await renderDesk(`/approvals/${id}`);
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }, PATIENCE), 'Agreed');
    await user.click(press('Approve'));
    const link = await screen.findByRole('link', { name: 'Open loan' }, PATIENCE);
    expect(link).toHaveAttribute('href', expect.stringMatching(/^\/loans\/[^/?]+\?at=/));
  });

  test('is told that a loan that they approved was not sent, or refused', async () => {
    const approve = async (cents: number) => {
      await askForLoan(cents);
      const { id } = await newestApproval(await browserAs(desk.gateway, 'approver'));
      const user = await renderDesk(`/approvals/${id}`);
      await user.type(await screen.findByRole('textbox', { name: 'Reason' }, PATIENCE), 'Agreed');
      await user.click(press('Approve'));
    };
    const real = embeddedUpstream(desk.gateway.service.fetch);
    onTestFinished(() => desk.replaceService(null));
    desk.replaceService(async (request) => {
      if (request.method === 'POST') throw new UpstreamFault('unreachable');
      return await real(request);
    });
    await approve(5);
    expect(await screen.findByText('Approved. Loan not sent', {}, PATIENCE)).toBeVisible();
    expect(screen.getByText('David Eze can request it again.')).toBeVisible();
    cleanup();
    desk.replaceService(async (request) => {
      if (request.method !== 'POST') return await real(request);
      const body = new TextEncoder().encode(JSON.stringify({ message: 'amount: is too much' }));
      return { status: 422, contentType: 'application/json', retryAfter: null, body };
    });
    await approve(6);
    expect(await screen.findByText('Approved. Loan refused', {}, PATIENCE)).toBeVisible();
    expect(screen.getByText('amount: is too much')).toBeVisible();
  });

  test('doesn’t approve figures that another approver’s attempt has changed, before looking at them', async () => {
    const { user, other, id } = await openBesideAnother(4);
    expect(screen.getByText('35.0%')).toBeVisible();
    const change = (how: string) =>
      desk.gateway.service.database.pool.query(
        `update service.token set price = jsonb_set(price, '{sell}', to_jsonb((price->>'sell')::numeric ${how}))`,
      );
    await change('/ 10');
    onTestFinished(async () => void (await change('* 10')));
    const attempt = await sendJson(other, 'POST', `/desk/approvals/${id}/approve`, { reason: 'Yes' });
    expect(attempt.code).toBe('APPROVAL_CHANGED');
    await screen.findByText('350.0%', {}, PATIENCE);
    const figures = screen.getByRole('region', { name: 'What will be sent' });
    expect(figures).toHaveTextContent(/Loan-to-value\s*350\.0%.*35\.0% when requested/);
    expect(figures).toHaveTextContent(/Worth .+ NGN.* NGN when requested/);
    await user.click(press('Approve'));
    expect(
      await screen.findByText('The figures have changed: look at them again', {}, PATIENCE),
    ).toBeVisible();
    expect((await newestApproval(other)).state).toBe('waiting');
    // Nor those that come while these are looked at.
    const administrator = await browserAs(desk.gateway, 'administrator');
    await setRules(administrator, { loanToValue: { on: true, above: 0.33333 } });
    await sendJson(other, 'POST', `/desk/approvals/${id}/approve`, { reason: 'Yes' });
    const rule = await screen.findByText(/loans above 33.333% need approval/, {}, PATIENCE);
    expect(rule).toHaveTextContent('When requested: not matched.');
    desk.asked();
    await user.click(press('Approve'));
    await waitFor(() => expect(desk.asked()).toContain(`GET /desk/approvals/${id}`), PATIENCE);
    await waitFor(() => expect(press('Approve')).not.toHaveAttribute('aria-disabled'), PATIENCE);
    expect((await newestApproval(other)).state).toBe('waiting');
    await user.click(press('Approve'));
    await waitFor(async () => expect((await newestApproval(other)).state).toBe('approved'), PATIENCE);
  });

  test('is told that a request could not be read again, and how old it is', async () => {
    const user = await renderDesk(`/approvals/${await waitingRun()}`);
    await screen.findByRole('textbox', { name: 'Reason' }, PATIENCE);
    // It expires at a time of day.
    expect(screen.getByText(/^Times in /)).toBeVisible();
    const end = desk.fault(/^\/desk\/approvals\/[^/]+$/, refuse);
    // A change of any approval has this one read again.
    await askForRun();
    const told = await screen.findByText(
      /^The request could not be refreshed\. Shown as of \d\d:/,
      {},
      PATIENCE,
    );
    end();
    await user.click(press('Retry'));
    await waitFor(() => expect(told).not.toBeInTheDocument(), PATIENCE);
    expect(reason()).toBeVisible();
  });

  test('is told that someone else was first, and loses nothing', async () => {
    const { user, other, id } = await openBesideAnother(2);
    // The page doesn't hear of it before it has sent its own.
    const end = desk.fault(/^\/desk\/approvals\/[^/]+\/approve$/, async (_request, pass) => {
      await sendJson(other, 'POST', `/desk/approvals/${id}/reject`, { reason: 'No' });
      return await pass();
    });
    onTestFinished(end);
    await user.click(press('Approve'));
    expect(await screen.findByText('Already decided', {}, PATIENCE)).toBeVisible();
    expect(screen.getByText(/rejected by Second Approver already/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull(), PATIENCE);
    expect(reason()).toHaveValue('Fine');
  });

  test('keeps a reason that they are typing when someone else decides', async () => {
    const { other, id } = await openBesideAnother(7);
    await sendJson(other, 'POST', `/desk/approvals/${id}/reject`, { reason: 'No' });
    const told = await screen.findByText('Your reason was not sent', {}, PATIENCE);
    expect(told.closest('[role=status]')).toHaveTextContent('The request is already rejected.');
    expect(reason()).toHaveValue('Fine');
    expect(reason()).toHaveAttribute('readonly');
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });
});

test('an approval that does not exist is called an approval throughout', async () => {
  await desk.signIn(undefined, { demoRole: 'approver' });
  await renderDesk(`/approvals/${randomUUID()}`);
  expect(await screen.findByText('Approval not found', {}, PATIENCE)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Approval');
  expect(document.title).toBe('Approval · Pledge');
});

test('of many requests, older ones that were decided are not read again, and the others live', async () => {
  await waitingRun();
  const { pool } = desk.gateway.service.database;
  await pool.query(
    `insert into desk.approval
     select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'state', 'withdrawn', 'run', null,
       'place', lpad(nth::text, 12, '0') || substr(place, 13), 'decided_at', now()))).*
     from desk.approval a, generate_series(1, 60) as nth`,
  );
  await desk.signIn(undefined, { demoRole: 'approver' });
  await renderDesk('/approvals');
  await screen.findByText(/^All 61 requests/, {}, PATIENCE);
  expect(rowsShown()[0]).toHaveTextContent('Waiting');
  desk.asked();
  const { id, hash } = await newestApproval(clerk);
  await sendJson(clerk, 'POST', `/desk/approvals/${id}/withdraw`, { reason: 'Wrong list', hash });
  await waitFor(() => expect(rowsShown()[0]).toHaveTextContent('Withdrawn'), PATIENCE);
  expect(desk.asked().filter((each) => each.includes('before='))).toEqual([]);
});

test('a requester withdraws their own request', async () => {
  const id = await askForRun();
  await desk.signIn(undefined, { demoRole: 'operations' });
  const user = await renderDesk(`/orders/runs/${id}`);
  expect(await screen.findByText(/Someone else has to approve this run/, {}, PATIENCE)).toBeVisible();
  await user.click(await screen.findByRole('link', { name: 'Waiting' }, PATIENCE));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }, PATIENCE), 'Wrong list');
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  await user.click(press('Withdraw'));
  expect((await screen.findAllByText('Withdrawn', {}, PATIENCE))[0]).toBeVisible();
  expect((await runsOf(clerk).read(id)).state).toBe('stopped');
});

describe('an administrator', () => {
  beforeEach(async () => {
    localStorage.clear();
    await desk.signIn(undefined, { demoRole: 'administrator' });
  });

  test('sets rules, and is told what can’t be', async () => {
    const user = await renderDesk('/approvals/rules');
    const field = async (name: string) => await screen.findByRole('textbox', { name }, PATIENCE);
    const percent = await field('Loan-to-value above (%)');
    await user.clear(percent);
    await user.type(percent, 'half');
    await user.click(press('Save rules'));
    expect(percent).toHaveAccessibleDescription(/Enter a percentage/);
    await user.clear(percent);
    await user.type(percent, '55');
    await user.click(screen.getByRole('checkbox', { name: /high loan-to-value/ }));
    await user.clear(await field('Above (NGN)'));
    await user.type(await field('Above (NGN)'), '5,000,000');
    await user.click(press('Save rules'));
    await waitFor(async () => {
      const { data } = await sendJson(clerk, 'GET', '/desk/rules');
      expect(data.rules).toMatchObject({
        loanToValue: { on: true, above: 0.55 },
        loanAmount: { on: true, above: { NGN: '5000000' } },
      });
    }, PATIENCE);
    const introduction = screen.getByText(/^A request that matches a rule/);
    await waitFor(() => expect(introduction).toHaveTextContent(/Last changed .+ by /), PATIENCE);
  });

  test('is not told that rules are in force that were typed since, or replaced by others', async () => {
    const user = await renderDesk('/approvals/rules');
    const above = await screen.findByRole('textbox', { name: 'Above (NGN)' }, PATIENCE);
    const saved = () => screen.queryByText('The rules are saved and in force.');
    const save = async () => {
      await user.click(press('Save rules'));
      await waitFor(() => expect(saved()).toBeVisible(), PATIENCE);
    };
    await user.type(above, '000');
    await save();
    await user.type(above, '000');
    expect(saved()).toBeNull();
    await save();
    await setRules(await browserAs(desk.gateway, 'administrator'), { runLines: { on: true, above: 7 } });
    expect(await screen.findByText(/^Someone has changed the rules/, {}, PATIENCE)).toBeVisible();
    expect(saved()).toBeNull();
  });

  test('is told that a browser that stores nothing keeps no draft of the rules', async () => {
    const user = await renderDesk('/approvals/rules');
    const percent = await screen.findByRole('textbox', { name: 'Loan-to-value above (%)' }, PATIENCE);
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    onTestFinished(() => full.mockRestore());
    await user.type(percent, '5');
    expect(await screen.findByText('This browser stores no drafts')).toBeVisible();
  });

  test('sees the rules in force while a change of them waits', async () => {
    await setRules(await browserAs(desk.gateway, 'administrator'), {
      changedRules: { on: true },
      loanAmount: { on: true, above: { NGN: '1' } },
    });
    // Else the next test's rules would wait as well.
    onTestFinished(
      async () => void (await desk.gateway.service.database.pool.query('delete from desk.rules')),
    );
    const user = await renderDesk('/approvals/rules');
    const above = await screen.findByRole('textbox', { name: 'Above (NGN)' }, PATIENCE);
    await user.type(above, '000');
    await user.click(press('Save rules'));
    expect(await screen.findByText('The rules below are still in force.', {}, PATIENCE)).toBeVisible();
    await waitFor(() => expect(above).toHaveValue('1'), PATIENCE);
    expect(screen.queryByText(/changed the rules/)).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('saves a limit with three decimals as it is shown', async () => {
    const above = 0.33333;
    const administrator = await browserAs(desk.gateway, 'administrator');
    await setRules(administrator, { loanToValue: { on: true, above } });
    const user = await renderDesk('/approvals/rules');
    const percent = await screen.findByRole('textbox', { name: 'Loan-to-value above (%)' }, PATIENCE);
    expect(percent).toHaveValue('33.333');
    await user.click(press('Save rules'));
    const saved = await screen.findByText('The rules are saved and in force.', {}, PATIENCE);
    // Next to the button: the first field may be out of view.
    expect(saved.parentElement).toContainElement(press('Save rules'));
    expect((await sendJson(clerk, 'GET', '/desk/rules')).data.rules.loanToValue).toEqual({ on: true, above });
  });

  test('is told of an amount in another currency than the limit’s', async () => {
    const user = await renderDesk('/approvals/rules');
    const above = await screen.findByRole('textbox', { name: 'Above (NGN)' }, PATIENCE);
    await user.clear(above);
    await user.type(above, 'US$5000{Enter}');
    await waitFor(() => expect(above).toHaveAccessibleDescription(/another currency than NGN/));
    await user.clear(above);
    await user.type(above, '₦5000{Enter}');
    await waitFor(async () => {
      const { data } = await sendJson(clerk, 'GET', '/desk/rules');
      expect(data.rules.loanAmount.above).toEqual({ NGN: '5000' });
    }, PATIENCE);
  });

  test.each([
    ['1.2345', /It must have at most 2 decimal places: NGN has no smaller unit/],
    ['1234567890123456', /It has 16 digits/],
  ])('is told that %s is no amount of the currency', async (typed, problem) => {
    const user = await renderDesk('/approvals/rules');
    const above = await screen.findByRole('textbox', { name: 'Above (NGN)' }, PATIENCE);
    await user.clear(above);
    await user.type(above, `${typed}{Enter}`);
    await waitFor(() => expect(above).toHaveAccessibleDescription(problem));
    expect(above).toHaveFocus();
    const { data } = await sendJson(clerk, 'GET', '/desk/rules');
    expect(data.rules.loanAmount.above).toEqual({ NGN: '1' });
  });

  test('sets a percentage that is typed with its sign', async () => {
    const user = await renderDesk('/approvals/rules');
    const percent = await screen.findByRole('textbox', { name: 'Loan-to-value above (%)' }, PATIENCE);
    await user.clear(percent);
    await user.type(percent, '62.5 %{Enter}');
    expect(await screen.findByText('The rules are saved and in force.', {}, PATIENCE)).toBeVisible();
    const { data } = await sendJson(clerk, 'GET', '/desk/rules');
    expect(data.rules.loanToValue.above).toBe(0.625);
  });

  test('limits a currency of three decimals as it is written', async () => {
    desk.fault(/loan-configuration/, async (_, pass) => {
      const body = await (await pass()).json();
      return Response.json({ ...body, data: { ...body.data, max_amount: { KWD: 5_000 } } });
    });
    const user = await renderDesk('/approvals/rules');
    await user.type(await screen.findByRole('textbox', { name: 'Above (KWD)' }, PATIENCE), '1.500{Enter}');
    await waitFor(async () => {
      const { data } = await sendJson(clerk, 'GET', '/desk/rules');
      expect(data.rules.loanAmount.above).toMatchObject({ KWD: '1.500' });
    }, PATIENCE);
  });

  test('is told where an amount is missing for large loans', async () => {
    const user = await renderDesk('/approvals/rules');
    await user.clear(await screen.findByRole('textbox', { name: 'Above (NGN)' }, PATIENCE));
    await user.click(press('Save rules'));
    const [first] = screen.getAllByRole('textbox', { name: /^Above/ });
    await waitFor(() => expect(first).toHaveAccessibleDescription(/at least one currency/));
    expect(first).toHaveFocus();
    const { data } = await sendJson(clerk, 'GET', '/desk/rules');
    expect(data.rules.loanAmount).toEqual({ on: true, above: { NGN: '1' } });
  });

  test('is told at once of rules that another administrator has set', async () => {
    const user = await renderDesk('/approvals/rules');
    await screen.findByRole('textbox', { name: 'Above (NGN)' }, PATIENCE);
    const other = await browserAs(desk.gateway, 'administrator');
    await setRules(other, { runLines: { on: true, above: 7 } });
    await user.click(await screen.findByRole('button', { name: 'Show the new rules' }, PATIENCE));
    expect(screen.getByRole('textbox', { name: 'More orders than' })).toHaveValue('7');
  });

  test('is told of rules that another administrator saved just before, and replaces them only then', async () => {
    const user = await renderDesk('/approvals/rules');
    const above = await screen.findByRole('textbox', { name: 'Above (NGN)' }, PATIENCE);
    const runs = async () => (await sendJson(clerk, 'GET', '/desk/rules')).data.rules.runLines;
    const other = await browserAs(desk.gateway, 'administrator');
    // The page doesn't hear of it before it has sent its own.
    desk.fault(/^\/desk\/rules$/, async (request, pass) => {
      if (request.method === 'PUT') await setRules(other, { runLines: { on: true, above: 7 } });
      return await pass();
    });
    await user.type(above, '000{Enter}');
    expect(
      await screen.findByText(
        /^The rules were not changed\. Someone has changed the rules since/,
        {},
        PATIENCE,
      ),
    ).toBeVisible();
    expect(await runs()).toEqual({ on: true, above: 7 });
    expect(await screen.findByText('Runs: Above 7 orders', {}, PATIENCE)).toBeVisible();
    expect(above).toHaveValue('1,000');
    desk.fault(/^\/desk\/rules$/, async (_request, pass) => await pass());
    await user.click(press('Keep mine'));
    await user.click(press('Save rules'));
    expect(await screen.findByText('The rules are saved and in force.', {}, PATIENCE)).toBeVisible();
    expect(await runs()).toEqual({ on: true, above: 1 });
  });

  test.each(['typed', 'restored from a draft'])(
    'replaces no rules of another administrator unseen with those that were %s',
    async (from) => {
      const user = await renderDesk('/approvals/rules');
      const above = () => screen.findByRole('textbox', { name: 'Above (NGN)' }, PATIENCE);
      await user.type(await above(), '000');
      if (from !== 'typed') cleanup();
      const theirs = { runLines: { on: true, above: 7 }, loanToValue: { on: false, above: 0.5 } };
      await setRules(await browserAs(desk.gateway, 'administrator'), {
        ...theirs,
        loanAmount: { on: true, above: { NGN: '1' } },
      });
      if (from !== 'typed') await renderDesk('/approvals/rules');
      const told = await screen.findByText(/^Someone has changed the rules since/, {}, PATIENCE);
      const banner = told.closest('[role=status]');
      expect(banner).toHaveTextContent(/Runs: Above 7 orders\s*Loan-to-value: Off \(above 50.0%\)/);
      expect(banner).not.toHaveTextContent('Loan amount');
      await user.click(press('Save rules'));
      await screen.findByText(/^The rules were not changed\. Someone has changed the rules/, {}, PATIENCE);
      const inForce = async () => (await sendJson(clerk, 'GET', '/desk/rules')).data.rules;
      expect(await inForce()).toMatchObject(theirs);
      expect(await above()).toHaveValue('1,000');
      await user.click(press('Keep mine'));
      expect(screen.queryByText(/Someone has changed the rules/)).toBeNull();
      await user.click(press('Save rules'));
      expect(await screen.findByText('The rules are saved and in force.', {}, PATIENCE)).toBeVisible();
      expect(await inForce()).toMatchObject({
        runLines: { on: true, above: 1 },
        loanAmount: { above: { NGN: '1000' } },
      });
    },
  );

  test('is told that rules are in force whose answer was lost, and of no one else’s change', async () => {
    const user = await renderDesk('/approvals/rules');
    const above = await screen.findByRole('textbox', { name: 'Above (NGN)' }, PATIENCE);
    let isCut = true;
    let puts = 0;
    desk.fault(/^\/desk\/rules$/, async (request, pass) => {
      if (request.method === 'PUT') {
        puts += 1;
        await pass();
      }
      if (isCut) throw new TypeError('Failed to fetch');
      return await pass();
    });
    await user.type(above, '000{Enter}');
    expect(await screen.findByText(/^The change may have been made/, {}, PATIENCE)).toBeVisible();
    expect(screen.queryByText('The rules were not changed')).toBeNull();
    expect(puts).toBeGreaterThan(1);
    isCut = false;
    // The window comes to the front again.
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('The rules are saved and in force.', {}, PATIENCE)).toBeVisible();
    expect(screen.queryByText('The outcome is not known')).toBeNull();
    expect(screen.queryByText(/changed the rules/)).toBeNull();
    expect(above).toHaveValue('1,000');
    expect(localStorage.getItem('pledge-drafts:approval-rules') ?? '').not.toContain('1,000');
    await setRules(await browserAs(desk.gateway, 'administrator'), { runLines: { on: true, above: 7 } });
    expect(await screen.findByText('Runs: Above 7 orders', {}, PATIENCE)).toBeVisible();
  });

  test('finds unsaved rules again, and can discard them', async () => {
    const user = await renderDesk('/approvals/rules');
    const above = () => screen.findByRole('textbox', { name: 'Above (NGN)' }, PATIENCE);
    await user.type(await above(), '000000');
    expect(await above()).toHaveValue('1,000,000');
    cleanup();
    const again = await renderDesk('/approvals/rules');
    expect(await above()).toHaveValue('1,000,000');
    expect(screen.getByText(/^Your draft of .* is restored$/)).toBeVisible();
    await again.click(press('Discard draft'));
    expect(await above()).toHaveValue('1');
    cleanup();
    await renderDesk('/approvals/rules');
    expect(await above()).toHaveValue('1');
  });

  test('types other rules in a duplicate of the tab', async () => {
    const tabs = browserTabs();
    const user = await renderDesk('/approvals/rules');
    const above = () => screen.findByRole('textbox', { name: 'Above (NGN)' }, PATIENCE);
    await user.type(await above(), '000');
    await tabs.duplicate();
    const other = await renderDesk('/approvals/rules');
    expect(await above()).toHaveValue('1,000');
    await other.type(await above(), '000');
    await waitFor(() =>
      expect(localStorage.getItem('pledge-drafts:approval-rules')).toMatch(/"1,000".*"1,000,000"/),
    );
    await tabs.openAnother();
    await renderDesk('/approvals/rules');
    expect(await above()).toHaveValue('1');
  });

  test('finds again what was typed while other rules were saved', async () => {
    const user = await renderDesk('/approvals/rules');
    const above = () => screen.findByRole('textbox', { name: 'Above (NGN)' }, PATIENCE);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    desk.fault(/^\/desk\/rules$/, async (request, pass) => {
      if (request.method === 'PUT') await released;
      return await pass();
    });
    await user.type(await above(), '000{Enter}');
    await waitFor(() => expect(press('Save rules')).toHaveAttribute('aria-disabled', 'true'));
    await user.type(await above(), '000');
    release();
    await waitFor(() => expect(press('Save rules')).not.toHaveAttribute('aria-disabled'), PATIENCE);
    expect(screen.queryByText('The rules are saved and in force.')).toBeNull();
    cleanup();
    await renderDesk('/approvals/rules');
    expect(await above()).toHaveValue('1,000,000');
  });

  test('saves unsaved rules from before the terms had another currency', async () => {
    const user = await renderDesk('/approvals/rules');
    const above = () => screen.findByRole('textbox', { name: 'Above (NGN)' }, PATIENCE);
    await user.type(await above(), '000000');
    cleanup();
    const key = 'pledge-drafts:approval-rules';
    const stored = localStorage.getItem(key) ?? '';
    expect(stored).toContain('"GHS":""');
    localStorage.setItem(key, stored.replace(/"GHS":"",?/, ''));
    const again = await renderDesk('/approvals/rules');
    expect(await above()).toHaveValue('1,000,000');
    await again.click(press('Save rules'));
    expect(await screen.findByText('The rules are saved and in force.', {}, PATIENCE)).toBeVisible();
  });
});
