import { randomUUID } from 'node:crypto';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { loanTiming } from '#contract/loan-timing.ts';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import type { TestBrowser } from '#tests/support/gateway.ts';
import { loansOf, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';
import { browserTabs } from '#tests/support/tabs.ts';

const desk = deskOfFile();
beforeEach(async () => {
  localStorage.clear();
  await desk.gateway.service.database.pool.query('delete from desk.follow_up');
  await desk.signIn(undefined, { demoRole: 'creditor' });
});

async function colleague(demoRole: string): Promise<{ browser: TestBrowser; id: string }> {
  const browser = desk.gateway.browser();
  const { data } = await (await browser.signIn(undefined, { demoRole })).json();
  return { browser, id: data.session.person.id };
}

async function write(browser: TestBrowser, id: string, content: object): Promise<void> {
  const response = await browser.fetch(`/desk/follow-ups/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ due: null, assignee: null, done: false, version: 0, ...content }),
  });
  expect(response.status).toBe(200);
}

/** A follow-up on a loan that a creditor assigned to an approver, who may change it, too. */
async function assignedToColleague() {
  const [me, other, [loan]] = [await colleague('creditor'), await colleague('approver'), await loansOf(desk)];
  const record = { kind: 'loan', id: loan?.id, name: 'A loan' };
  const [id, content] = [randomUUID(), { record, text: 'Call.', assignee: other.id }];
  await write(me.browser, id, content);
  return { me, other, loan, id, content };
}

async function lateLoans() {
  const loans = [...(await loansOf(desk, 1, 100)), ...(await loansOf(desk, 2, 100))];
  return loans.filter((loan) => ['grace', 'past'].includes(loanTiming(loan, Date.now()).state));
}

async function openLoan() {
  const [loan] = await loansOf(desk);
  if (!loan) throw new Error('there is no loan');
  const user = await renderDesk(`/loans/${loan.id}`);
  const panel = await screen.findByRole('region', { name: 'Follow-ups' }, PATIENCE);
  return { user, panel: within(panel), record: { kind: 'loan', id: loan.id, name: 'A loan' } };
}

async function openForm() {
  const opened = await openLoan();
  await opened.user.click(await opened.panel.findByRole('button', { name: 'Add follow-up' }, PATIENCE));
  const form = await opened.panel.findByRole('form', { name: 'New follow-up' }, PATIENCE);
  const note = within(form).getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  const save = async () =>
    await opened.user.click(within(form).getByRole('button', { name: 'Save follow-up' }));
  return { ...opened, form: within(form), note, save };
}

/** What is sent arrives, and its answer is lost. Returns how to end it. */
const loseAnswers = () =>
  desk.fault(/^\/desk\/follow-ups\/[0-9a-f-]+$/, async (_, pass) => {
    await pass();
    throw new TypeError('Failed to fetch');
  });

describe('on a loan', () => {
  test('a follow-up is added, edited with its earlier version in view, and done', async () => {
    const { user, panel, form, note, save } = await openForm();
    await user.type(note, 'Called. <b>Pays</b> on Friday.');
    await user.type(form.getByLabelText('Next date (optional)'), '2031-11-28');
    await save();
    const line = within(
      (await panel.findByText(/^Called/, undefined, PATIENCE)).closest('li') as HTMLElement,
    );
    expect(line.getByText('Called. <b>Pays</b> on Friday.')).toBeVisible();
    expect(line.getByText('Due 28 Nov 2031')).toBeVisible();
    await user.click(line.getByRole('button', { name: 'Edit' }));
    const text = await panel.findByRole('textbox', { name: 'Note' }, PATIENCE);
    await user.clear(text);
    await user.type(text, 'Paid half.');
    await user.click(panel.getByRole('button', { name: 'Save follow-up' }));
    await user.click(await panel.findByText('Earlier versions (1)', undefined, PATIENCE));
    expect(panel.getByText('Called. <b>Pays</b> on Friday.')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Mark as done' }));
    expect(await panel.findByText(/; done by/, undefined, PATIENCE)).toBeVisible();
    expect(panel.getByRole('button', { name: 'Reopen' })).toBeVisible();
  });

  test('a note of 100,000 characters is refused at its field, and stays', async () => {
    const { user, form, note, save } = await openForm();
    await user.click(note);
    await user.paste('<script>alert(1)</script>'.repeat(4_000));
    await save();
    expect(
      await form.findByText('A note has at most 2,000 characters. This one has 100,000. Shorten it.'),
    ).toBeVisible();
    expect(note).toHaveAccessibleDescription(/at most 2,000/);
    expect(note.value).toHaveLength(100_000);
    expect((await (await fetch('/desk/follow-ups')).json()).data.followUps).toEqual([]);
  });

  test('what was typed is there after a reload, until it is discarded', async () => {
    const { user, note, record } = await openForm();
    expect(note).toHaveFocus();
    await user.type(note, 'Half a senten');
    cleanup();
    await renderDesk(`/loans/${record.id}`);
    const kept = await screen.findByRole('textbox', { name: 'Note' }, PATIENCE);
    expect(kept).toHaveValue('Half a senten');
    expect(kept).not.toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByRole('button', { name: 'Add follow-up' })).toHaveFocus();
    cleanup();
    await renderDesk(`/loans/${record.id}`);
    expect(await screen.findByText('No follow-up yet.', undefined, PATIENCE)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  });

  test('what is typed in a duplicate of the tab is a note of its own', async () => {
    const tabs = browserTabs();
    const { user, note } = await openForm();
    await user.type(note, 'Call');
    await tabs.duplicate();
    const other = await openLoan();
    await other.user.type(await screen.findByRole('textbox', { name: 'Note' }, PATIENCE), ' twice');
    expect(localStorage.getItem('pledge-drafts:follow-up')).toMatch(/"Call".*"Call twice"/);
    await other.user.click(screen.getByRole('button', { name: 'Save follow-up' }));
    expect(await other.panel.findByText('Call twice', { selector: 'li p' }, PATIENCE)).toBeVisible();
    // The first tab is reloaded: its note is there, and is added next to the other.
    cleanup();
    const again = await openLoan();
    expect(await screen.findByRole('textbox', { name: 'Note' }, PATIENCE)).toHaveValue('Call');
    await again.user.click(screen.getByRole('button', { name: 'Save follow-up' }));
    expect(await again.panel.findByText('Call', { selector: 'li p' }, PATIENCE)).toBeVisible();
    expect(again.panel.getByText('Call twice')).toBeVisible();
  });

  test('whom it is assigned to is there after a reload, as soon as the people are loaded', async () => {
    const { id } = await colleague('approver');
    const { user, note, form, record } = await openForm();
    await user.type(note, 'Call.');
    const choice = form.getByRole('combobox', { name: 'Assigned to' });
    await waitFor(() => expect(choice.querySelectorAll('option').length).toBeGreaterThan(2), PATIENCE);
    await user.selectOptions(choice, id);
    cleanup();
    await renderDesk(`/loans/${record.id}`);
    const assignee = await screen.findByRole('combobox', { name: 'Assigned to' }, PATIENCE);
    await waitFor(() => expect(assignee.querySelectorAll('option').length).toBeGreaterThan(2), PATIENCE);
    expect(assignee).toHaveValue(id);
  });

  test('whom it was assigned to, and who may no longer sign in, is said before it is saved', async () => {
    const { id } = await colleague('approver');
    const { user, note, form, record } = await openForm();
    await user.type(note, 'Call.');
    const choice = form.getByRole('combobox', { name: 'Assigned to' });
    await waitFor(() => expect(choice.querySelectorAll('option').length).toBeGreaterThan(2), PATIENCE);
    await user.selectOptions(choice, id);
    cleanup();
    const { pool } = desk.gateway.service.database;
    const disable = (disabled: boolean) =>
      pool.query('update desk.person set disabled = $2 where id = $1', [id, disabled]);
    await disable(true);
    onTestFinished(async () => void (await disable(false)));
    const again = await renderDesk(`/loans/${record.id}`);
    const assignee = await screen.findByRole('combobox', { name: 'Assigned to' }, PATIENCE);
    await waitFor(() => expect(assignee).toHaveAccessibleDescription(/can no longer sign in/), PATIENCE);
    expect(assignee).not.toHaveDisplayValue('No one');
    desk.asked();
    await again.click(screen.getByRole('button', { name: 'Save follow-up' }));
    await waitFor(() => expect(assignee).toHaveFocus());
    expect(desk.asked().filter((line) => line.startsWith('PUT'))).toEqual([]);
    await again.selectOptions(assignee, 'No one');
    expect(assignee).toBeValid();
    await again.click(screen.getByRole('button', { name: 'Save follow-up' }));
    expect(await screen.findByText('Not assigned', undefined, PATIENCE)).toBeVisible();
  });

  test('while a note is written no other is opened in its place', async () => {
    const { browser } = await colleague('creditor');
    const [loan] = await loansOf(desk);
    await write(browser, randomUUID(), {
      record: { kind: 'loan', id: loan?.id, name: 'A loan' },
      text: 'Call.',
    });
    const { user, panel, note } = await openForm();
    await user.type(note, 'Half a senten');
    expect(panel.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(panel.getByRole('button', { name: 'Mark as done' })).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Discard' }));
    expect(panel.getByRole('button', { name: 'Edit' })).toBeVisible();
  });

  test.each([
    [
      'is not complete',
      (input: HTMLElement) =>
        Object.defineProperty(input, 'validity', { configurable: true, value: { badInput: true } }),
    ],
    [
      'has a year of two digits',
      (input: HTMLElement) => fireEvent.change(input, { target: { value: '0031-11-28' } }),
    ],
  ])('a date that %s is told, and not left out', async (_, type) => {
    const { user, panel, form, note, save } = await openForm();
    await user.type(note, 'Call.');
    const due = form.getByLabelText('Next date (optional)');
    type(due);
    desk.asked();
    await save();
    await waitFor(() => expect(due).toHaveAccessibleDescription(/Enter a whole date/));
    expect(due).toHaveFocus();
    expect(desk.asked().filter((line) => line.startsWith('PUT'))).toEqual([]);
    Object.defineProperty(due, 'validity', { value: { badInput: false } });
    fireEvent.change(due, { target: { value: '2031-11-28' } });
    await save();
    expect(await panel.findByText('Due 28 Nov 2031', undefined, PATIENCE)).toBeVisible();
  });

  test('a note that looks like a number is there as it was typed, in another language, too', async () => {
    const { user, note } = await openForm();
    await user.type(note, '1,500');
    cleanup();
    changeSettings({ language: 'de' });
    onTestFinished(() => void changeSettings({ language: 'en' }));
    await openLoan();
    expect(await screen.findByRole('textbox', { name: 'Note' }, PATIENCE)).toHaveValue('1,500');
  });

  test('that is deleted leaves the focus at what can be done next', async () => {
    const { browser, id } = await colleague('creditor');
    const [loan] = await loansOf(desk);
    await write(browser, randomUUID(), {
      record: { kind: 'loan', id: loan?.id, name: 'A loan' },
      text: 'Called',
      assignee: id,
    });
    await desk.signIn(undefined, { demoRole: 'administrator' });
    const { user, panel } = await openLoan();
    await user.click(await panel.findByRole('button', { name: 'Delete' }, PATIENCE));
    await user.click(panel.getByRole('button', { name: 'Delete follow-up' }));
    await panel.findByText('No follow-up yet.', undefined, PATIENCE);
    await waitFor(() => expect(panel.getByRole('button', { name: 'Add follow-up' })).toHaveFocus());
  });

  test('is deleted only after a question, and not if someone has changed it since', async () => {
    const { id } = await assignedToColleague();
    const { pool } = desk.gateway.service.database;
    const count = async () => (await pool.query('select 1 from desk.follow_up where id = $1', [id])).rowCount;
    await desk.signIn(undefined, { demoRole: 'administrator' });
    const { user, panel } = await openLoan();
    await user.click(await panel.findByRole('button', { name: 'Delete' }, PATIENCE));
    expect(panel.getByText('Delete this follow-up?')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Keep' }));
    expect(panel.queryByText('Delete this follow-up?')).toBeNull();
    expect(await count()).toBe(1);

    await pool.query('update desk.follow_up set version = version + 1 where id = $1', [id]);
    await user.click(panel.getByRole('button', { name: 'Delete' }));
    await user.click(panel.getByRole('button', { name: 'Delete follow-up' }));
    expect(await panel.findByText(/Someone has changed this follow-up/, undefined, PATIENCE)).toBeVisible();
    expect(await count()).toBe(1);
    await user.click(panel.getByRole('button', { name: 'Delete follow-up' }));
    await panel.findByText('No follow-up yet.', undefined, PATIENCE);
    expect(await count()).toBe(0);
  });

  test('a follow-up takes no more changes while it is saved, which would be lost', async () => {
    const { user, note, form, panel, save } = await openForm();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    desk.fault(/^\/desk\/follow-ups\/./, async (_, pass) => {
      await released;
      return await pass();
    });
    await user.type(note, 'Called');
    await save();
    await user.type(note, ', pays on Friday');
    const typed = note.value;
    expect(form.getByRole('combobox', { name: 'Assigned to' })).toBeDisabled();
    release();
    expect(await panel.findByText(typed, { selector: 'li p' }, PATIENCE)).toBeVisible();
  });

  test('a save that fails says so, and keeps what was typed', async () => {
    const { panel, form, note, save, user } = await openForm();
    await user.type(note, 'Write to the guarantor.');
    const mend = desk.fault(/^\/desk\/follow-ups\/[0-9a-f-]+$/, () => {
      throw new TypeError('Failed to fetch');
    });
    await save();
    expect(await form.findByText('The outcome is not known', undefined, PATIENCE)).toBeVisible();
    expect(note).toHaveValue('Write to the guarantor.');
    mend();
    await save();
    await waitFor(() => expect(panel.queryByRole('form')).toBeNull(), PATIENCE);
    expect(panel.getAllByText('Write to the guarantor.')).toHaveLength(1);
  });

  test('a save whose answer was lost counts as one, once the list shows it', async () => {
    const { user, panel, note, save } = await openForm();
    await user.type(note, 'Write to the guarantor.');
    loseAnswers();
    await save();
    await waitFor(() => expect(panel.queryByRole('form')).toBeNull(), PATIENCE);
    expect(panel.getAllByText('Write to the guarantor.')).toHaveLength(1);
    expect(panel.getByRole('button', { name: 'Add follow-up' })).toHaveFocus();
    expect(panel.queryByText('The outcome is not known')).toBeNull();
  });

  test('what a colleague changed in the meantime is not overwritten, not even after a reload', async () => {
    const { me, other, loan, id, content } = await assignedToColleague();
    await write(me.browser, randomUUID(), { record: content.record, text: 'Write.' });
    const { user, panel } = await openLoan();
    const line = (await panel.findByText('Call.', undefined, PATIENCE)).closest('li') as HTMLElement;
    await user.click(within(line).getByRole('button', { name: 'Edit' }));
    await user.type(await panel.findByRole('textbox', { name: 'Note' }, PATIENCE), ' Twice.');
    await write(other.browser, id, { ...content, due: '2031-01-02', version: 1 });
    // Afterwards the list, with the colleague's change, is loaded again.
    await user.click(panel.getByRole('button', { name: 'Mark as done' }));
    await panel.findByRole('button', { name: 'Reopen' }, PATIENCE);
    const refused = /^The follow-up was not saved\. Someone has changed this follow-up/;
    await user.click(panel.getByRole('button', { name: 'Save follow-up' }));
    expect(await screen.findByText(refused, undefined, PATIENCE)).toBeVisible();
    cleanup();
    await renderDesk(`/loans/${loan?.id}`);
    await user.click(await screen.findByRole('button', { name: 'Save follow-up' }, PATIENCE));
    expect(await screen.findByText(refused, undefined, PATIENCE)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Call. Twice.');
  });

  test('what a colleague changed in the meantime is shown, and replaced only by who wants to', async () => {
    const { other, id, content } = await assignedToColleague();
    const { user, panel } = await openLoan();
    await user.click(await panel.findByRole('button', { name: 'Edit' }, PATIENCE));
    const note = await panel.findByRole('textbox', { name: 'Note' }, PATIENCE);
    await user.type(note, ' Twice.');
    await write(other.browser, id, { ...content, due: '2031-01-02', version: 1 });
    await user.click(panel.getByRole('button', { name: 'Save follow-up' }));
    await panel.findByText(
      'The follow-up was not saved. Someone has changed this follow-up since you opened it',
      undefined,
      PATIENCE,
    );
    // One message says it all.
    expect(within(panel.getByRole('alert')).getByText('Due 2 Jan 2031')).toBeVisible();
    expect(panel.queryByRole('status')).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Keep mine' }));
    expect(note).toHaveFocus();
    expect(panel.queryByText(/not saved|since you opened it/)).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Save follow-up' }));
    expect(await panel.findByText('Call. Twice.', { selector: 'li p' }, PATIENCE)).toBeVisible();
    expect(panel.queryByText('Due 2 Jan 2031')).toBeNull();
  });

  test('what a colleague marked as done in the meantime is said in a form that is untouched', async () => {
    const { me, other, id, content } = await assignedToColleague();
    await write(me.browser, randomUUID(), { record: content.record, text: 'Write.' });
    const { user, panel } = await openLoan();
    const line = (await panel.findByText('Call.', undefined, PATIENCE)).closest('li') as HTMLElement;
    await user.click(within(line).getByRole('button', { name: 'Edit' }));
    await panel.findByRole('textbox', { name: 'Note' }, PATIENCE);
    await write(other.browser, id, { ...content, done: true, version: 1 });
    // Afterwards the list, with the colleague's change, is loaded again.
    await user.click(panel.getByRole('button', { name: 'Mark as done' }));
    const told = await panel.findByText(/^Someone has changed this follow-up/, undefined, PATIENCE);
    expect(told.closest('[role=status]')).toHaveTextContent('Done');
    await user.click(panel.getByRole('button', { name: 'Keep mine' }));
    expect(told).not.toBeInTheDocument();
    await user.click(panel.getByRole('button', { name: 'Save follow-up' }));
    await waitFor(() => expect(panel.getAllByRole('button', { name: 'Reopen' })).toHaveLength(2), PATIENCE);
  });

  test('what a colleague deleted in the meantime is said, and what was typed stays', async () => {
    const { id } = await assignedToColleague();
    const { user, panel } = await openLoan();
    await user.click(await panel.findByRole('button', { name: 'Edit' }, PATIENCE));
    await user.type(await panel.findByRole('textbox', { name: 'Note' }, PATIENCE), ' Twice.');
    const { browser } = await colleague('administrator');
    expect((await browser.fetch(`/desk/follow-ups/${id}`, { method: 'DELETE' })).status).toBe(200);
    await user.click(panel.getByRole('button', { name: 'Save follow-up' }));
    expect(await panel.findByRole('alert', {}, PATIENCE)).toHaveTextContent(
      /^The follow-up was not saved\s*Someone has deleted this follow-up in the meantime\. Nothing was changed\./,
    );
    expect(panel.getByRole('textbox', { name: 'Note' })).toHaveValue('Call. Twice.');
  });

  test('what is typed on after an answer was lost goes on from what it saved', async () => {
    const { user, panel, note, save } = await openForm();
    await user.type(note, 'Write');
    const mend = loseAnswers();
    const mendList = desk.fault(/^\/desk\/follow-ups\?/, () => new Response('{}', { status: 503 }));
    await save();
    expect(await panel.findByText('The outcome is not known', undefined, PATIENCE)).toBeVisible();
    mend();
    mendList();
    await user.type(note, ' twice');
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(panel.queryByText('The outcome is not known')).toBeNull(), PATIENCE);
    expect(panel.queryByRole('button', { name: 'Keep mine' })).toBeNull();
    await save();
    expect(await panel.findByText('Write twice', { selector: 'li p' }, PATIENCE)).toBeVisible();
    expect(panel.getByText('Earlier versions (1)')).toBeVisible();
  });

  test('a browser that stores nothing says so as soon as something is typed', async () => {
    const { user, panel, note } = await openForm();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    onTestFinished(() => full.mockRestore());
    expect(panel.queryByText('This browser stores no drafts')).toBeNull();
    await user.type(note, 'C');
    expect(await panel.findByText('This browser stores no drafts')).toBeVisible();
  });

  test('what is open comes before what is done, and the earliest date first', async () => {
    const [{ browser }, [loan]] = [await colleague('operations'), await loansOf(desk)];
    const record = { kind: 'loan', id: loan?.id, name: 'A loan' };
    await write(browser, randomUUID(), { record, text: 'Over', due: '2021-01-01', done: true });
    await write(browser, randomUUID(), { record, text: 'Undated' });
    await write(browser, randomUUID(), { record, text: 'Later', due: '2031-02-01' });
    await write(browser, randomUUID(), { record, text: 'Sooner', due: '2031-01-01' });
    const { panel } = await openLoan();
    const lines = within(await panel.findByRole('list', { name: 'Follow-ups' }, PATIENCE)).getAllByRole(
      'listitem',
    );
    expect(
      lines.map(({ textContent }) => /^[A-Z][a-z]+?(?=Due|Done|Assigned|Not)/.exec(textContent)?.[0]),
    ).toEqual(['Sooner', 'Later', 'Undated', 'Over']);
  });

  test('what is assigned to someone else can’t be changed by others', async () => {
    const [author, assignee] = [await colleague('operations'), await colleague('approver')];
    const [loan] = await loansOf(desk);
    const record = { kind: 'loan', id: loan?.id, name: 'A loan' };
    await write(author.browser, randomUUID(), { record, text: 'Ours.', assignee: assignee.id });
    const { panel } = await openLoan();
    expect(await panel.findByText('Ours.', undefined, PATIENCE)).toBeVisible();
    for (const name of ['Mark as done', 'Edit', 'Delete']) {
      expect(panel.queryByRole('button', { name })).toBeNull();
    }
  });
});

test('follow-ups that can’t be loaded say so, with a way to try again', async () => {
  const mend = desk.fault(/^\/desk\/follow-ups/, () => new Response('{}', { status: 500 }));
  const { user, panel } = await openLoan();
  const retry = await panel.findByRole('button', { name: 'Retry' }, PATIENCE);
  mend();
  await user.click(retry);
  expect(await panel.findByText('No follow-up yet.', undefined, PATIENCE)).toBeVisible();
});

/** Every page of the list names another one. */
const withoutEnd = () =>
  desk.fault(/^\/desk\/follow-ups\?/, async (_, pass) => {
    const body = await (await pass()).json();
    return Response.json({ ...body, data: { ...body.data, next: 1 } });
  });

test('older follow-ups that are left out are said to be', async () => {
  await assignedToColleague();
  withoutEnd();
  const { panel } = await openLoan();
  expect(
    await panel.findByText('Only the newest 1 were read. Older ones are left out.', undefined, PATIENCE),
  ).toBeVisible();
});

test.each([
  ['a member', '/members', 'member'],
  ['a customer', '/customers', 'customer'],
])('%s has follow-ups, too', async (_, list, kind) => {
  await renderDesk(list);
  const link = await waitFor(() => {
    const found = document.querySelector<HTMLAnchorElement>(`main a[href^="${list}/"]`);
    if (!found) throw new Error('there is no row yet');
    return found.getAttribute('href') ?? '';
  }, PATIENCE);
  cleanup();
  const user = await renderDesk(kind === 'customer' ? `${link}?view=follow-ups` : link);
  const panel = within(await screen.findByRole('region', { name: 'Follow-ups' }, PATIENCE));
  await user.click(await panel.findByRole('button', { name: 'Add follow-up' }, PATIENCE));
  const note = await panel.findByRole('textbox', { name: 'Note' }, PATIENCE);
  await user.type(note, 'Ask for the new address.');
  await user.click(panel.getByRole('button', { name: 'Save follow-up' }));
  expect(await panel.findByText('Ask for the new address.', undefined, PATIENCE)).toBeVisible();
  const { browser } = await colleague('analyst');
  const { data } = await (await browser.fetch(`/desk/follow-ups?kind=${kind}`)).json();
  expect(data.followUps).toHaveLength(1);
  expect(data.followUps[0].record.id).toBe(link.split('/').at(-1));
});

describe('the overview', () => {
  test('lists the follow-ups that are assigned to oneself, the most urgent first', async () => {
    const [me, other] = [await colleague('creditor'), await colleague('analyst')];
    const of = (name: string) => ({ record: { kind: 'member', id: name, name }, text: `Call ${name}.` });
    await write(other.browser, randomUUID(), { ...of('Later'), assignee: me.id, due: '2031-01-02' });
    await write(other.browser, randomUUID(), { ...of('Sooner'), assignee: me.id, due: '2021-01-02' });
    await write(other.browser, randomUUID(), { ...of('Elsewhere'), assignee: other.id });
    await write(other.browser, randomUUID(), { ...of('Over'), assignee: me.id, done: true });
    await renderDesk('/');
    const list = await screen.findByRole('list', { name: 'My follow-ups' }, PATIENCE);
    const lines = within(list).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'SoonerDue 2 Jan 2021, overdueCall Sooner.',
      'LaterDue 2 Jan 2031Call Later.',
    ]);
    expect(within(list).getByRole('link', { name: 'Sooner' })).toHaveAttribute('href', '/members/Sooner');
  });

  test('says that older follow-ups are left out', async () => {
    const { browser, id } = await colleague('creditor');
    for (const name of ['One', 'Two']) {
      const record = { kind: 'loan', id: name, name };
      await write(browser, randomUUID(), { record, text: 'Call.', assignee: id });
    }
    withoutEnd();
    await renderDesk('/');
    const said = 'Only the newest 2 were read. Older ones are left out.';
    for (const name of ['My follow-ups', 'Late without a follow-up (NGN)']) {
      const panel = await screen.findByRole('region', { name }, PATIENCE);
      expect(await within(panel).findByText(said, undefined, PATIENCE)).toBeVisible();
    }
  });

  test('lists the late loans that no one follows up', async () => {
    const late = (await lateLoans()).filter(({ currency }) => currency === 'NGN');
    const [first, second] = late;
    if (!first || !second) throw new Error('the demo has no late loans');
    const { browser } = await colleague('operations');
    const of = ({ id }: { id: string }) => ({ record: { kind: 'loan', id, name: 'A loan' }, text: 'Call.' });
    await write(browser, randomUUID(), of(first));
    // What is done no longer counts.
    await write(browser, randomUUID(), { ...of(second), done: true });
    await renderDesk('/');
    const panel = await screen.findByRole('region', { name: 'Late without a follow-up (NGN)' }, PATIENCE);
    expect(await within(panel).findByText(`${late.length - 1} loans`, undefined, PATIENCE)).toBeVisible();
    const shown = within(panel).getAllByRole<HTMLAnchorElement>('link');
    expect(shown.some(({ pathname }) => pathname === `/loans/${first.id}`)).toBe(false);
  });

  test('lists a late loan whose only follow-up is of a disabled person, and anyone may act on it', async () => {
    const late = (await lateLoans()).filter(({ currency }) => currency === 'NGN');
    const [loan] = late;
    const [{ browser }, { id }] = [await colleague('operations'), await colleague('analyst')];
    const record = { kind: 'loan', id: loan?.id, name: 'A loan' };
    await write(browser, randomUUID(), { record, text: 'Call.', assignee: id });
    const { pool } = desk.gateway.service.database;
    const disable = (disabled: boolean) =>
      pool.query('update desk.person set disabled = $2 where id = $1', [id, disabled]);
    await disable(true);
    onTestFinished(async () => void (await disable(false)));
    const user = await renderDesk('/');
    const panel = await screen.findByRole('region', { name: 'Late without a follow-up (NGN)' }, PATIENCE);
    expect(await within(panel).findByText(`${late.length} loans`, undefined, PATIENCE)).toBeVisible();
    cleanup();
    await renderDesk(`/loans/${loan?.id}`);
    const list = await screen.findByRole('list', { name: 'Follow-ups' }, PATIENCE);
    expect(within(list).getByText('(disabled)')).toBeVisible();
    await user.click(within(list).getByRole('button', { name: 'Mark as done' }));
    expect(await within(list).findByText('Done', undefined, PATIENCE)).toBeVisible();
  });
});
