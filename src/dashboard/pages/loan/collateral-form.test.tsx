import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ListedLoan } from '#contract/loans.ts';
import { loanAddress } from '#dashboard/api/addresses.ts';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { type Lending, lendingOf } from '#tests/support/lending.ts';
import { loansOf, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';
import { browserTabs } from '#tests/support/tabs.ts';

const desk = deskOfFile();
const WRITE = /^\/desk\/collateral\/./;
let loan: ListedLoan;
let token: Lending['tokens'][number];

const sql = (text: string) => desk.gateway.service.database.pool.query(text);
const recorded = async () => (await sql('select version, lines from desk.loan_collateral')).rows;
const writes = () => desk.asked().filter((line) => line.startsWith('PUT /desk/collateral/'));

beforeEach(async () => {
  localStorage.clear();
  await sql('delete from desk.loan_collateral');
  await desk.signIn();
  [token] = (await lendingOf(desk.gateway.service, 'Crestline', 'NGN')).tokens as [typeof token];
  loan = (await loansOf(desk, 1, 100)).find(({ currency }) => currency === 'NGN') as ListedLoan;
});

/** Opens the form of the loan and adds the token to it. */
async function open(): Promise<{ user: UserEvent; form: HTMLElement }> {
  const user = await renderDesk(loanAddress(loan.id, loan.created_at));
  const panel = await screen.findByRole('region', { name: 'Collateral' }, PATIENCE);
  await user.click(await within(panel).findByRole('button', { name: 'Record by hand' }, PATIENCE));
  const form = await screen.findByRole('form', { name: 'Collateral by hand' }, PATIENCE);
  const find = await within(form).findByRole('combobox', { name: 'Add a token' }, PATIENCE);
  expect(find).toHaveFocus();
  await user.paste(token.name);
  await user.click(
    (await screen.findAllByRole('option', { name: new RegExp(token.name) }, PATIENCE))[0] as Element,
  );
  expect(within(form).getByRole('group', { name: token.name })).toBeVisible();
  return { user, form };
}

/** What is sent arrives, and its answer is lost. Returns how to end it. */
const loseAnswers = () =>
  desk.fault(WRITE, async (_request, pass) => {
    await pass();
    throw new TypeError('The connection was reset.');
  });
const otherThan = (currency: string) => (currency === 'KES' ? 'NGN' : 'KES');
const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save collateral' }));
const quantity = () => screen.getByLabelText('Quantity');
const price = () => screen.getByLabelText('Price at origination (optional)');

describe('collateral that is recorded by hand', () => {
  test('means the same when another tab changes the language', async () => {
    const { user } = await open();
    onTestFinished(async () => void (await changeSettings({ language: 'en' })));
    await user.type(quantity(), '1500');
    await user.type(price(), '1.125');
    await act(async () => void (await changeSettings({ language: 'de' })));
    expect(quantity()).toHaveValue('1.500');
    expect(price()).toHaveValue('1,125');
    await save(user);
    await waitFor(async () => {
      const [{ lines } = {}] = await recorded();
      expect(lines).toMatchObject([{ quantity: '1500', price: '1.125' }]);
    }, PATIENCE);
  });

  test.each([
    ['', '', 'Enter a quantity above 0.', quantity],
    ['0', '', 'Enter a quantity above 0.', quantity],
    ['ten', '', 'Use digits only, no letters.', quantity],
    ['-5', '', 'Write it without a minus.', quantity],
    [
      '1,234,567,890,123,456',
      '',
      'Use at most 15 digits before the decimal point, and 12 after it.',
      quantity,
    ],
    ['1,250.5', 'cheap', 'Use digits only, no letters.', price],
  ])('of “%s” units at “%s” names the field, and keeps what was typed', async (units, at, message, field) => {
    const { user } = await open();
    if (units) await user.type(quantity(), units);
    if (at) await user.type(price(), at);
    desk.asked();
    await save(user);
    expect(await screen.findByText(message)).toBeVisible();
    expect(field()).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(field()).toBeInvalid();
    expect(field()).toHaveFocus();
    expect(quantity()).toHaveValue(units);
    expect(price()).toHaveValue(at);
    expect(writes()).toEqual([]);

    await user.clear(field());
    if (field === quantity) await user.type(quantity(), '12');
    await save(user);
    await waitFor(async () => expect(await recorded()).toHaveLength(1), PATIENCE);
  });

  test('says that tokens are searched for, why they can’t be, and Retry searches again', async () => {
    const { user, form } = await open();
    const find = within(form).getByRole('combobox', { name: 'Add a token' });
    const mend = desk.fault(/\/token\/search/, refuse);
    await user.type(find, token.name.slice(0, 4));
    const retry = await screen.findByRole('button', { name: 'Retry' }, PATIENCE);
    mend();
    const release = hold(desk, /\/token\/search/);
    await user.click(retry);
    expect(await screen.findByText('Searching…')).toBeVisible();
    release();
    await waitFor(() => expect(screen.queryByText('Searching…')).toBeNull(), PATIENCE);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  test('is not said to have no match while further tokens fit what was typed', async () => {
    const { user, form } = await open();
    const other = otherThan(loan.currency);
    desk.fault(/\/token\/search/, async (_request, pass) => {
      const reply = await (await pass()).json();
      const tokens = Array.from({ length: 20 }, (_, place) => ({
        ...reply.data.tokens[0],
        _id: `other-${place}`,
        currency: other,
      }));
      return Response.json({ ...reply, data: { ...reply.data, tokens, total: 37 } });
    });
    await user.type(within(form).getByRole('combobox', { name: 'Add a token' }), 'a');
    expect(await screen.findByText('17+ more. Keep typing to narrow down.', {}, PATIENCE)).toBeVisible();
    expect(screen.queryByText('No matching token')).toBeNull();
  });

  test('is shown with its value once it is saved, one write for two presses', async () => {
    const { user } = await open();
    await user.type(quantity(), '1,250.5');
    await user.type(price(), '2');
    desk.asked();
    await user.dblClick(screen.getByRole('button', { name: 'Save collateral' }));
    const panel = await screen.findByRole('region', { name: 'Collateral' }, PATIENCE);
    expect(await within(panel).findByText(/1,250\.5 ×/, {}, PATIENCE)).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Collateral by hand' })).toBeNull();
    expect(writes()).toHaveLength(1);
    expect(await recorded()).toMatchObject([{ version: 1, lines: [{ quantity: '1250.5', price: '2' }] }]);
  });

  test('is in the history of the loan once it is saved', async () => {
    // Another loan than that of the other tests, so that nothing is in its history.
    loan = (await loansOf(desk, 1, 100)).findLast(({ currency }) => currency === 'NGN') as ListedLoan;
    const { user } = await open();
    const history = within(await screen.findByRole('region', { name: 'History' }, PATIENCE));
    expect(await history.findByText('Nothing has been recorded yet.', {}, PATIENCE)).toBeVisible();
    await user.type(quantity(), '40');
    await save(user);
    expect(await history.findByText('Collateral recorded by hand', {}, PATIENCE)).toBeVisible();
  });

  test('takes no more changes while it is saved, which would be lost', async () => {
    const { user, form } = await open();
    await user.type(quantity(), '40');
    let letGo = () => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    desk.fault(WRITE, async (_request, pass) => {
      await released;
      return await pass();
    });
    await save(user);
    await user.type(quantity(), '7');
    await user.type(price(), '2');
    expect(quantity()).toHaveValue('40');
    expect(price()).toHaveValue('');
    expect(screen.getByRole('combobox', { name: 'Add a token' })).toBeDisabled();
    for (const name of [/^Remove /, 'Cancel']) expect(screen.getByRole('button', { name })).toBeDisabled();
    letGo();
    await waitFor(() => expect(form).not.toBeInTheDocument(), PATIENCE);
    expect(await recorded()).toMatchObject([{ lines: [{ quantity: '40', price: null }] }]);
  });

  test('takes the currency of the loan along with a price, and no other', async () => {
    const { user } = await open();
    await user.type(quantity(), '40');
    await user.type(price(), `${otherThan(loan.currency)} 2.5`);
    await save(user);
    expect(await screen.findByText(/^That names another currency/)).toBeVisible();
    await user.clear(price());
    await user.type(price(), `${loan.currency} 2.5`);
    await save(user);
    await waitFor(
      async () => expect(await recorded()).toMatchObject([{ lines: [{ price: '2.5' }] }]),
      PATIENCE,
    );
  });

  test('that is refused keeps the form and what was typed, until it is saved', async () => {
    const { user, form } = await open();
    await user.type(quantity(), '40');
    const end = desk.fault(WRITE, () =>
      Response.json({ status: 'error', message: 'Not now.' }, { status: 403 }),
    );
    await save(user);
    expect(await within(form).findByText('The collateral was not saved', {}, PATIENCE)).toBeVisible();
    expect(quantity()).toHaveValue('40');
    expect(await recorded()).toEqual([]);
    end();
    await save(user);
    await waitFor(async () => expect(await recorded()).toMatchObject([{ version: 1 }]), PATIENCE);
  });

  test('is not kept where the browser stores nothing, which is said', async () => {
    const { user, form } = await open();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    onTestFinished(() => full.mockRestore());
    await user.type(quantity(), '4');
    expect(await within(form).findByText('This browser stores no drafts')).toBeVisible();
  });

  test('is there again after a reload, and gone once it is saved', async () => {
    const { user } = await open();
    await user.type(quantity(), '1,250');
    await user.type(price(), '2.5');
    cleanup();
    const again = await renderDesk(loanAddress(loan.id, loan.created_at));
    await screen.findByRole('group', { name: token.name }, PATIENCE);
    expect(quantity()).toHaveValue('1,250');
    expect(price()).toHaveValue('2.5');
    expect(screen.getByText(/^Your draft of .* is restored$/)).toBeVisible();
    expect(await recorded()).toEqual([]);
    await save(again);
    await waitFor(async () => expect(await recorded()).toMatchObject([{ version: 1 }]), PATIENCE);
    cleanup();
    await renderDesk(loanAddress(loan.id, loan.created_at));
    expect(await screen.findByText(/1,250 ×/, {}, PATIENCE)).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Collateral by hand' })).toBeNull();
  });

  test('keeps what is typed into a duplicate of its tab apart', async () => {
    const tabs = browserTabs();
    const { user } = await open();
    await user.type(quantity(), '40');
    await tabs.duplicate();
    const other = await renderDesk(loanAddress(loan.id, loan.created_at));
    await screen.findByRole('group', { name: token.name }, PATIENCE);
    expect(quantity()).toHaveValue('40');
    await other.type(quantity(), '7');
    const typed = () => localStorage.getItem('pledge-drafts:collateral');
    await waitFor(() => expect(typed()).toMatch(/"40".*"407"/));
    await other.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(typed()).toContain('"40"');
    expect(typed()).not.toContain('"407"');
  });

  test('is not open in another tab, too', async () => {
    const tabs = browserTabs();
    const { user } = await open();
    await user.type(quantity(), '40');
    await tabs.openAnother();
    await renderDesk(loanAddress(loan.id, loan.created_at));
    expect(await screen.findByRole('button', { name: 'Record by hand' }, PATIENCE)).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Collateral by hand' })).toBeNull();
  });

  test('leaves the focus at the search when a line is removed', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: `Remove ${token.name}` }));
    expect(screen.queryByRole('group', { name: token.name })).toBeNull();
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Add a token' })).toHaveFocus());
  });

  test('that is cancelled is not kept', async () => {
    const { user } = await open();
    await user.type(quantity(), '40');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    cleanup();
    await renderDesk(loanAddress(loan.id, loan.created_at));
    expect(await screen.findByRole('button', { name: 'Record by hand' }, PATIENCE)).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Collateral by hand' })).toBeNull();
  });

  test('whose response was lost counts as recorded, once it is seen', async () => {
    const { user, form } = await open();
    await user.type(quantity(), '1,040.50');
    desk.asked();
    loseAnswers();
    await save(user);
    await waitFor(() => expect(form).not.toBeInTheDocument(), PATIENCE);
    expect(writes()).toHaveLength(1);
    expect(await recorded()).toMatchObject([{ version: 1, lines: [{ quantity: '1040.5' }] }]);
  });

  test('that is typed on after a lost response goes on from what was recorded', async () => {
    const { user, form } = await open();
    await user.type(quantity(), '4');
    const mend = loseAnswers();
    const mendList = desk.fault(/^\/desk\/collateral\?/, () => new Response('{}', { status: 503 }));
    await save(user);
    expect(await within(form).findByText('The outcome is not known', {}, PATIENCE)).toBeVisible();
    mend();
    mendList();
    await user.type(quantity(), '7');
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(within(form).queryByText('The outcome is not known')).toBeNull(), PATIENCE);
    expect(within(form).queryByRole('button', { name: 'Keep mine' })).toBeNull();
    await save(user);
    await waitFor(() => expect(form).not.toBeInTheDocument(), PATIENCE);
    expect(await recorded()).toMatchObject([{ version: 2, lines: [{ quantity: '47' }] }]);
  });

  test('can be recorded again after it was removed', async () => {
    const { user } = await open();
    await user.type(quantity(), '40');
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Change' }, PATIENCE));
    await user.click(await screen.findByRole('button', { name: `Remove ${token.name}` }, PATIENCE));
    await user.click(screen.getByRole('button', { name: 'Remove collateral' }));
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull(), PATIENCE);
    cleanup();
    const again = await open();
    await again.user.type(quantity(), '7');
    await save(again.user);
    expect(await screen.findByText(/^7 ×/, {}, PATIENCE)).toBeVisible();
  });

  test('and that someone else has recorded since is not replaced', async () => {
    const { user, form } = await open();
    await user.type(quantity(), '40');
    const { data } = await (await fetch('/session')).json();
    const lines = [{ tokenId: token.id, name: token.name, quantity: '7', price: null }];
    const response = await fetch(`/desk/collateral/${loan.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-pledge-holder': data.session.holder },
      body: JSON.stringify({ lines, version: 0 }),
    });
    expect(response.status).toBe(200);
    await save(user);
    const refused = 'The collateral was not saved. Someone has changed the collateral since you opened it';
    await within(form).findByText(refused, {}, PATIENCE);
    // One message says it all.
    const told = within(form).getByRole('alert');
    expect(within(form).queryByText(/in the meantime/)).toBeNull();
    expect(quantity()).toHaveValue('40');
    expect(await recorded()).toMatchObject([{ version: 1, lines: [{ quantity: '7' }] }]);
    expect(within(told).getByText(`7 × ${token.name}`)).toBeVisible();
    await user.click(within(form).getByRole('button', { name: 'Keep mine' }));
    expect(within(form).queryByText(/not saved|since you opened it/)).toBeNull();
    await save(user);
    await waitFor(() => expect(form).not.toBeInTheDocument(), PATIENCE);
    expect(await recorded()).toMatchObject([{ version: 2, lines: [{ quantity: '40' }] }]);
  });
});
