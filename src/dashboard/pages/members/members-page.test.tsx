import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, LONG, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';

const desk = deskOfFile();

const MEMBERS = /\/v1\/api\/member\?/;

/** Expects as many rows as are in view at least. */
const expectRows = () => expect(rowsShown().length).toBeGreaterThan(10);

async function membersOf(limit = 25, page = 1) {
  const { body } = await desk.gateway.service.call('listMembers', { query: { page, limit } });
  return body.data as { total: number; members: { _id: string; user: { email: string; fname: string } }[] };
}

test('shows contact data once it is asked for, and hides it again', async () => {
  const { members } = await membersOf();
  const email = members[0]?.user.email ?? '';
  await desk.signIn(undefined, { demoRole: 'operations' });
  const user = await renderDesk('/members');
  // Until the code for long lists has come, rows are replaced once.
  await waitFor(() => expect(document.querySelectorAll('tbody').length).toBeGreaterThan(2), LONG);
  expect(document.body.textContent).not.toContain(email);
  const first = () => within(rowsShown()[0] as HTMLElement);
  await user.click(first().getByRole('button', { name: 'Show the email address' }));
  expect(await screen.findByText(email, {}, LONG)).toBeVisible();
  expect(first().getByRole('button', { name: 'Hide the email address' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show contact data' }));
  expect(await screen.findByText(members[1]?.user.email ?? '', {}, LONG)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Hide contact data' }));
  await waitFor(() => expect(document.body.textContent).not.toContain(email), LONG);
  expect(document.body.innerHTML).not.toMatch(/SECRET-|prov-ref-/);
});

test('shows nobody contact data that another person of this browser asked for', async () => {
  const { members } = await membersOf();
  const email = members[0]?.user.email ?? '';
  await desk.signIn(undefined, { demoRole: 'operations' });
  const user = await renderDesk('/members');
  await waitFor(expectRows, LONG);
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let answered: Promise<Response> | undefined;
  desk.fault(/\/desk\/reveals/, (_request, pass) => {
    const answer = pass();
    answered = gate.then(() => answer);
    return answered;
  });
  await user.click(screen.getByRole('button', { name: 'Show contact data' }));
  await waitFor(() => expect(answered).toBeDefined());
  await desk.signIn(undefined, { demoRole: 'creditor' });
  const tab = new BroadcastChannel('pledge-session');
  tab.postMessage('changed');
  expect((await screen.findAllByText('David Eze', {}, LONG))[0]).toBeInTheDocument();
  await waitFor(expectRows, LONG);
  await screen.findByRole('button', { name: 'Show contact data' }, LONG);
  letGo();
  await answered;
  await act(async () => await new Promise((resolve) => setTimeout(resolve)));
  expect(await screen.findByRole('button', { name: 'Show contact data' }, LONG)).toBeVisible();
  expect(document.body.textContent).not.toContain(email);
  tab.close();
});

test('says why contact data could not be shown', async () => {
  await desk.signIn(undefined, { demoRole: 'creditor' });
  const end = desk.fault(/\/desk\/reveals/, refuse);
  const user = await renderDesk('/members');
  await waitFor(expectRows, LONG);
  await user.click(screen.getByRole('button', { name: 'Show contact data' }));
  expect(await screen.findByRole('alert', {}, LONG)).toHaveTextContent(/^Contact data could not be shown\. /);
  end();
});

test('offers contact data to no one whose role may not see it', async () => {
  await desk.signIn(undefined, { demoRole: 'analyst' });
  await renderDesk('/members');
  await waitFor(expectRows, LONG);
  expect(screen.queryByRole('button', { name: /contact data|email address/ })).toBeNull();
  expect(within(rowsShown()[0] as HTMLElement).getByText(/^.•••@/)).toBeVisible();
});

test('finds a member by the whole email address', async () => {
  const { members } = await membersOf(100);
  const { email, fname } = members[40]?.user ?? { email: '', fname: '' };
  await desk.signIn(undefined, { demoRole: 'creditor' });
  await renderDesk(`/members?q=${encodeURIComponent(email)}`);
  await waitFor(() => expect(rowsShown()).toHaveLength(1), LONG);
  expect(rowsShown()[0]).toHaveTextContent(fname);
});

test('says why a part of an email address finds no one', async () => {
  await desk.signIn(undefined, { demoRole: 'operations' });
  await renderDesk('/members?q=example.com');
  expect(await screen.findByText(/^Email addresses are masked: enter a whole one/, {}, LONG)).toBeVisible();
});

test('keeps an email address that is searched for out of the address', async () => {
  const { members } = await membersOf(100);
  const { email, fname } = members[40]?.user ?? { email: '', fname: '' };
  await desk.signIn(undefined, { demoRole: 'creditor' });
  const user = await renderDesk('/members?status=Active');
  await waitFor(expectRows, LONG);
  const box = screen.getByRole('searchbox');
  await user.type(box, email);
  await waitFor(() => expect(rowsShown()).toHaveLength(1), LONG);
  expect(rowsShown()[0]).toHaveTextContent(fname);
  expect(address()).toBe('/members?status=Active');
  // Without the @ it is a name, and in the address again.
  await user.type(box, '{Backspace}'.repeat(email.length - email.indexOf('@')));
  const name = email.slice(0, email.indexOf('@'));
  await waitFor(() => expect(new URLSearchParams(location.search).get('q')).toBe(name), LONG);
  expect(box).toHaveValue(name);
});

test('does not say that no one has an email address before that is known, or where it can’t be', async () => {
  const { members } = await membersOf(100);
  const { email, fname } = members[40]?.user ?? { email: '', fname: '' };
  await desk.signIn(undefined, { demoRole: 'creditor' });
  const letGo = hold(desk, /\/desk\/member-search/, refuse);
  const user = await renderDesk(`/members?q=${encodeURIComponent(email)}`);
  expect(screen.queryByText('No matching members')).toBeNull();
  letGo();
  const alert = await screen.findByRole('alert', {}, LONG);
  expect(alert).toHaveTextContent(/^Members could not be searched by email\./);
  desk.fault(/\/desk\/member-search/, async (_request, pass) => await pass());
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(rowsShown()).toHaveLength(1), LONG);
  expect(rowsShown()[0]).toHaveTextContent(fname);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('says in words what each mark of a member’s checks shows', async () => {
  await desk.signIn();
  await renderDesk('/members');
  await waitFor(expectRows, LONG);
  const marks = within(rowsShown()[0] as HTMLElement).getAllByRole('img');
  expect(marks).toHaveLength(7);
  expect(marks[1]).toHaveAccessibleName(/^Identity document: \S/);
});

test('says how much of the list a filter has seen until the rest is loaded', async () => {
  await desk.signIn();
  const { members } = await membersOf(100);
  const pageOf = (page: number, count: number) => {
    const copies = Array.from({ length: count }, (_, n) => ({
      ...members[n % members.length],
      _id: `${page}-${n}`,
    }));
    const data = { page, pages: 2, count, total: 137, members: copies };
    return Response.json({ status: 'success', message: '', data });
  };
  desk.fault(MEMBERS, () => pageOf(1, 100));
  const letGo = hold(desk, /member\?page=2/, () => pageOf(2, 37));
  await renderDesk('/members?flags=verified:no');
  expect(await screen.findByText(/^\d+ of the newest 100 of 137 members\./, {}, LONG)).toBeVisible();
  letGo();
  expect(await screen.findByText(/^\d+ of 137 members\./, {}, LONG)).toBeVisible();
});

test('takes nonsense in its address for nothing', async () => {
  await desk.signIn();
  await renderDesk('/members?kyc=x&flags=verified:perhaps&sort=nonsense&limit=1e9&page=-3&cols=,,');
  await waitFor(expectRows, LONG);
});

test('that could not be loaded say why until Retry has brought them', async () => {
  await desk.signIn();
  const end = desk.fault(MEMBERS, refuse);
  const user = await renderDesk('/members');
  const alert = await screen.findByRole('alert', {}, LONG);
  expect(alert).toHaveTextContent(/The members could not be loaded.*Not now/);
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1);
  end();
  const letGo = hold(desk, MEMBERS);
  const retry = within(alert).getByRole('button', { name: 'Retry' });
  await user.click(retry);
  await waitFor(() => expect(retry).toHaveAttribute('aria-disabled', 'true'));
  expect(retry).toHaveFocus();
  letGo();
  await waitFor(expectRows, LONG);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('that can’t be fetched anew stand, with how old they are', async () => {
  await desk.signIn();
  const user = await renderDesk('/members');
  await waitFor(expectRows, LONG);
  const end = desk.fault(MEMBERS, refuse);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  const alert = await screen.findByRole('alert', {}, LONG);
  expect(alert).toHaveTextContent(/The members could not be refreshed\. Shown as of \d\d:\d\d/);
  expectRows();
  end();
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), LONG);
});

test('all of which can’t be fetched anew are all still there, and not PARTIAL', async () => {
  const { total } = await membersOf();
  await desk.signIn();
  const user = await renderDesk('/members');
  expect((await screen.findAllByText(`All ${total} members.`, undefined, LONG))[0]).toBeVisible();
  const end = desk.fault(MEMBERS, refuse);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  const alert = await screen.findByRole('alert', {}, LONG);
  expect(alert).toHaveTextContent(/The members could not be refreshed\. Shown as of \d\d:\d\d/);
  expect(screen.getByText(`All ${total} members.`)).toBeVisible();
  expect(screen.queryByText('PARTIAL')).toBeNull();
  end();
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), LONG);
  expect(screen.getByText(`All ${total} members.`)).toBeVisible();
});

test('that there are none of is told from a filter that none passes', async () => {
  await desk.signIn();
  const nobody = { page: 1, pages: 0, count: 0, total: 0, members: [] };
  const end = desk.fault(MEMBERS, () => Response.json({ status: 'success', message: '', data: nobody }));
  const user = await renderDesk('/members');
  expect(await screen.findByText('No members yet', {}, LONG)).toBeVisible();
  end();
  await user.click(screen.getByText('Refresh'));
  await waitFor(expectRows, LONG);
});

test('that are filtered leave no step in the history for each pause in the typing', async () => {
  await desk.signIn();
  const user = await renderDesk('/members');
  await waitFor(expectRows, LONG);
  const steps = history.length;
  const box = screen.getByRole('searchbox');
  for (const typed of ['a', 'ad']) {
    await user.type(box, typed.slice(-1));
    await waitFor(() => expect(new URLSearchParams(location.search).get('q')).toBe(typed), LONG);
  }
  expect(history.length).toBe(steps);
});
