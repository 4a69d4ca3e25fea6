import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sendJson } from '#tests/support/approvals.ts';
import { followingEvents } from '#tests/support/event-source.ts';
import { box, button, loanDeskOfFile, opened, reference, review, send } from '#tests/support/new-loan.ts';
import { loansOf, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';
import { refuse } from '#tests/support/states.ts';

const lender = loanDeskOfFile();
const { desk } = lender;
const LONG = { timeout: 20_000 };

followingEvents();

const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, LONG);
const CHECKING = 'Checking whether the loan was created';

/** Creates a loan whose answer the gateway loses, and lands on its page. */
async function loseOne(when: 'after' | 'before', withoutReference = false) {
  const user = await lender.open();
  await lender.fill(user);
  if (withoutReference) await user.click(screen.getByRole('checkbox', { name: /^Add/ }));
  await review(user);
  lender.loseWrites(when);
  await user.click(send());
  await heading(CHECKING);
  return user;
}

/** Moves an entry back in time and has it checked, so that a test needn't wait for the schedule. */
async function age(): Promise<void> {
  await desk.gateway.service.database.pool.query(
    `update desk.journal set at = at - interval '40 seconds', sent_at = sent_at - interval '40 seconds', check_at = now() where outcome = 'unknown'`,
  );
  await desk.gateway.operations.resolver.sweep();
}

async function newest() {
  const { data } = await (await fetch('/journal?kind=createLoan')).json();
  return data.entries[0];
}

describe('a loan whose answer the gateway lost', () => {
  test('is found by its reference, live, without anyone doing anything', async () => {
    const user = await lender.filledAndReviewed();
    const before = await lender.total();
    const shown = reference();
    lender.loseWrites('after');
    await user.click(send());
    const end = await heading('Loan created');
    await waitFor(() => expect(end).toHaveFocus());
    expect(screen.getAllByText('Loan created')).toHaveLength(1);
    const [loan] = await loansOf(desk, 1, 1);
    expect(screen.getByRole('link', { name: 'Open loan' })).toHaveAttribute(
      'href',
      `/loans/${loan?.id}?at=${encodeURIComponent(loan?.created_at ?? '')}`,
    );
    const history = screen.getByRole('region', { name: 'History' });
    expect(history).toHaveTextContent(`Loan ${loan?.id} carries the reference ${shown}.`);
    expect(lender.posts()).toBe(1);
    expect(await lender.total()).toBe(before + 1);
    expect(await newest()).toMatchObject({ outcome: 'done', by: 'this-request' });
    await user.click(screen.getByRole('link', { name: 'New loan' }));
    expect(await screen.findByText(/^Loan created: 1,234.50 NGN/, {}, PATIENCE)).toBeVisible();
    expect(box('Amount')).toHaveValue('');
  });

  test('and never carried out ends as not created; the draft returns for another attempt', async () => {
    const user = await loseOne('before');
    const before = await lender.total();
    const first = await newest();
    for (let check = 0; check < 3; check += 1) await age();
    expect(await heading('Loan not created')).toBeVisible();
    expect(screen.getAllByText(/it is not among them/)[0]).toBeVisible();
    desk.replaceService(null);
    await user.click(screen.getByRole('link', { name: 'Back to the form' }));
    expect(await screen.findByText(/^Your draft of .* is restored$/, {}, PATIENCE)).toBeVisible();
    expect(screen.getByText(/^Loan not created at/)).toBeVisible();
    expect(box('Amount')).toHaveValue('1,234.50');
    expect(reference()).not.toBe(first.note.reference);
    await review(user);
    await user.click(send());
    await opened();
    expect(await lender.total()).toBe(before + 1);
    expect((await newest()).key).not.toBe(first.key);
  });

  test('is followed in any browser, from the navigation and Activity', async () => {
    desk.replaceService(null);
    await loseOne('before');
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
    const user = await renderDesk('/activity');
    expect(await screen.findByText('1 outcome not known yet', {}, LONG)).toBeVisible();
    const links = screen.getByRole('navigation', { name: 'Pages' });
    expect(
      await within(links).findByRole('link', { name: /Activity.*1 outcome not known yet/ }, LONG),
    ).toBeVisible();
    await user.click(await screen.findByRole('link', { name: 'Create loan' }, LONG));
    await heading(CHECKING);
    expect(await screen.findByText(/^Last check at .*Searched the newest/, {}, LONG)).toBeVisible();
  });

  test('is checked when a person asks for it, under their name', async () => {
    const user = await loseOne('before');
    const { resolver } = desk.gateway.operations;
    await resolver.stop();
    await desk.gateway.service.database.pool.query(
      `update desk.journal set check_at = now() + interval '1 hour'`,
    );
    resolver.start();
    await user.click(button('Check now'));
    const history = screen.getByRole('region', { name: 'History' });
    expect(await within(history).findAllByText('Crestline Capital', {}, LONG)).not.toHaveLength(0);
    await waitFor(async () => expect((await newest()).checks.at(-1)?.who).toBe('Crestline Capital'), LONG);
  });

  test('without a reference is chosen by a person among the loans that match', async () => {
    let user = await loseOne('after', true);
    await age();
    const panel = await screen.findByRole('region', { name: 'Is it one of these loans?' }, LONG);
    const [loan] = await loansOf(desk, 1, 1);
    const [first] = within(panel).getAllByRole('link', { name: 'Open' });
    expect(first).toHaveAttribute('href', expect.stringContaining(`/loans/${loan?.id}?at=`));
    expect(first?.closest('li')).toHaveTextContent('total repayable 1,327.09 NGN');
    const choose = () => screen.queryAllByRole('button', { name: 'This is the loan' });
    expect(choose()).not.toHaveLength(0);
    const { id } = await newest();
    // Who may not create loans may not say which one was created.
    cleanup();
    await desk.signIn(undefined, { demoRole: 'approver' });
    await renderDesk(`/activity/${id}`);
    await screen.findByRole('region', { name: 'Is it one of these loans?' }, LONG);
    expect(choose()).toHaveLength(0);
    cleanup();
    await desk.signIn();
    user = await renderDesk(`/activity/${id}`);
    await waitFor(() => expect(choose()).not.toHaveLength(0), LONG);
    await user.click(choose()[0] as HTMLElement);
    expect(await heading('Loan created')).toBeVisible();
    expect(await newest()).toMatchObject({ outcome: 'done', by: 'person', reply: { id: loan?.id } });
  });

  test('is closed as undetermined with a reason, and its draft is not offered again', async () => {
    const user = await loseOne('before');
    await user.click(button('Close as undetermined…'));
    const dialog = await screen.findByRole('dialog', { name: 'Close as undetermined' }, PATIENCE);
    await user.click(within(dialog).getByRole('button', { name: 'Close as undetermined' }));
    expect(within(dialog).getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(
      'Enter a reason.',
    );
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Asked by phone');
    await user.click(within(dialog).getByRole('button', { name: 'Close as undetermined' }));
    expect(await heading('Outcome not determined')).toBeVisible();
    expect(screen.getByText('Reason: Asked by phone')).toBeVisible();
    expect(await newest()).toMatchObject({
      outcome: 'undetermined',
      by: 'person',
      checks: expect.arrayContaining([expect.objectContaining({ who: 'Crestline Capital' })]),
    });
    await user.click(screen.getByRole('link', { name: 'New loan' }));
    expect(await screen.findByText(/^Outcome not determined: 1,234.50 NGN/, {}, PATIENCE)).toBeVisible();
    expect(box('Amount')).toHaveValue('');
  });

  test('is seen to be closed by a colleague, also while an older answer is on its way', async () => {
    await loseOne('before');
    const { id } = await newest();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld = false;
    const end = desk.fault(/^\/journal\/[^/]+$/, async (_, pass) => {
      const answer = await pass();
      isHeld = true;
      await released;
      return answer;
    });
    const colleague = desk.gateway.browser();
    await colleague.signIn();
    await sendJson(colleague, 'POST', `/journal/${id}/check`);
    await waitFor(() => expect(isHeld).toBe(true), LONG);
    end();
    await sendJson(colleague, 'POST', `/journal/${id}/close`, { reason: 'Asked by phone' });
    expect(await heading('Outcome not determined')).toBeVisible();
    release();
  });

  test('that can’t be read again says so, and how old it is', async () => {
    const user = await loseOne('before');
    const { id } = await newest();
    const end = desk.fault(/^\/journal\/[^/]+$/, (request, pass) =>
      request.method === 'GET' ? refuse() : pass(),
    );
    const colleague = desk.gateway.browser();
    await colleague.signIn();
    await sendJson(colleague, 'POST', `/journal/${id}/check`);
    const alert = await screen.findByText(
      /^The request could not be refreshed\. Shown as of \d\d:/,
      {},
      LONG,
    );
    end();
    await user.click(button('Retry'));
    await waitFor(() => expect(alert).not.toBeInTheDocument(), LONG);
    expect(await heading(CHECKING)).toBeVisible();
  });

  test('is never closed in the name of someone else who has signed in meanwhile', async () => {
    const user = await loseOne('before');
    await user.click(button('Close as undetermined…'));
    const dialog = await screen.findByRole('dialog', { name: 'Close as undetermined' }, PATIENCE);
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Asked by phone');
    // Another tab signs in, and this one has not heard of it yet.
    await desk.signIn(undefined, { name: 'Someone Else' });
    await user.click(within(dialog).getByRole('button', { name: 'Close as undetermined' }));
    expect(await screen.findByRole('dialog', { name: 'Your session has ended' }, PATIENCE)).toBeVisible();
    expect(await newest()).toMatchObject({ outcome: 'unknown' });
  });

  test('says when the next check is, until it is due', async () => {
    await loseOne('before');
    cleanup();
    const { resolver } = desk.gateway.operations;
    await resolver.stop();
    onTestFinished(() => resolver.start());
    let nextCheckAt: string | undefined;
    desk.fault(/^\/journal\/[^/]+$/, async (_, pass) => {
      const { data, ...rest } = await (await pass()).json();
      nextCheckAt ??= new Date(Date.now() + 3_000).toISOString();
      return Response.json({ ...rest, data: { ...data, nextCheckAt } });
    });
    await renderDesk(`/activity/${(await newest()).id}`);
    expect(await screen.findByText(/Next check at/, {}, PATIENCE)).toBeVisible();
    // Sooner than the entry is read again.
    expect(await screen.findByText(/Checking now\.$/, {}, { timeout: 6_000 })).toBeVisible();
  });

  test('waits for a sign-in while the access token is refused, and says so', async () => {
    await loseOne('before');
    const { resolver } = desk.gateway.operations;
    await resolver.stop();
    onTestFinished(() => resolver.start());
    await desk.gateway.service.database.pool.query(
      `update desk.journal set blocked = true, check_at = null,
         checks = '[{"at": "2026-11-01T10:00:00.000Z", "saw": "Nothing.", "complete": true, "who": null}]'
       where outcome = 'unknown'`,
    );
    cleanup();
    await renderDesk(`/activity/${(await newest()).id}`);
    expect(
      await screen.findByText(/Checks are paused because the access token was refused/, {}, LONG),
    ).toBeVisible();
    expect(screen.getByText(/^Last check at 1 Nov 2026, \d\d:\d\d: Nothing\.$/)).toBeVisible();
  });
});

test.each(['0123456789012345678901234567', 'no-id', 'a%00b'])(
  'a request of another organisation, or none at all, is not found: %s',
  async (id) => {
    await renderDesk(`/activity/${id}`);
    expect(await screen.findByText('Request not found', {}, PATIENCE)).toBeVisible();
  },
);
