import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { box, button, loanDeskOfFile, put } from '#tests/support/new-loan.ts';
import { PATIENCE } from '#tests/support/render-desk.tsx';
import { CRESTLINE } from '#tests/support/service.ts';
import { browserTabs } from '#tests/support/tabs.ts';

const lender = loanDeskOfFile();
const { desk } = lender;

describe('a draft', () => {
  test('is there again after a reload, as it was typed', async () => {
    const user = await lender.open();
    await lender.fill(user);
    await put(user, box('Amount'), '1,234.5');
    cleanup();
    const again = await lender.open();
    expect(box('Amount')).toHaveValue('1,234.5');
    expect(box('Reason')).toHaveValue('Stock');
    expect(screen.getByText(/^Your draft of .* is restored$/)).toBeVisible();
    expect(localStorage.getItem('pledge-drafts:new-loan')).not.toContain(CRESTLINE);
    await again.click(button('Discard draft'));
    expect(box('Reason')).toHaveValue('');
    expect(screen.getByRole('heading', { level: 1, name: 'New loan' })).toHaveFocus();
  });

  test('is offered to another tab, and goes by choice', async () => {
    const user = await lender.open();
    await put(user, box('Reason'), 'Rent');
    await put(user, box('Amount'), '400,000');
    cleanup();
    sessionStorage.clear();
    const other = await lender.open();
    expect(box('Reason')).toHaveValue('');
    expect(screen.getByText('400,000, no borrower yet.')).toBeVisible();
    await other.click(button('Continue with it'));
    expect(box('Reason')).toHaveValue('Rent');
    await other.click(button('Clear form'));
    expect(box('Reason')).toHaveValue('');
    expect(localStorage.getItem('pledge-drafts:new-loan') ?? '[]').toBe('[]');
  });

  test('of a tab that is duplicated is another one there, under a key of its own', async () => {
    const tabs = browserTabs();
    const drafts = () => JSON.parse(localStorage.getItem('pledge-drafts:new-loan') ?? '[]')[0][1];
    const user = await lender.open();
    await put(user, box('Reason'), 'Rent');
    await tabs.duplicate();
    const other = await lender.open();
    expect(box('Reason')).toHaveValue('Rent');
    // It may be sent as it is: then a reload has to find out what came of it.
    await waitFor(() => expect(drafts()).toHaveLength(2));
    await put(other, box('Reason'), 'Rent of May');
    const [first, second] = drafts();
    expect([first.values.reason, second.values.reason]).toEqual(['Rent', 'Rent of May']);
    expect(second.values.key).not.toBe(first.values.key);
    expect(second.values.reference).not.toBe(first.values.reference);
  });

  test('of a duplicated tab stays as it was typed, under its key, when the page is refreshed', async () => {
    const tabs = browserTabs();
    const own = () => JSON.parse(localStorage.getItem('pledge-drafts:new-loan') ?? '[]')[0][1][1];
    const user = await lender.open();
    await put(user, box('Reason'), 'Rent');
    await tabs.duplicate();
    const other = await lender.open();
    await waitFor(() => expect(own()).toBeDefined());
    await put(other, box('Reason'), 'Rent of May');
    const before = own();
    desk.asked();
    await other.keyboard('{Control>}k{/Control}');
    await other.click(await screen.findByRole('option', { name: /Refresh this page/ }, PATIENCE));
    await waitFor(() => expect(desk.asked().join()).toContain('loan-configuration'), PATIENCE);
    // As long as it would take to ask what became of the draft.
    await (await fetch('/journal?limit=1')).json();
    expect(own()).toEqual(before);
  });

  test('that is open in another tab is continued as the same loan, and kept apart', async () => {
    const tabs = browserTabs();
    const drafts = () => JSON.parse(localStorage.getItem('pledge-drafts:new-loan') ?? '[]')[0][1];
    const user = await lender.open();
    await put(user, box('Reason'), 'Rent');
    await tabs.openAnother();
    const other = await lender.open();
    expect(box('Reason')).toHaveValue('');
    await other.click(button('Continue with it'));
    await put(other, box('Reason'), 'Rent of May');
    const [first, second] = drafts();
    expect([first.values.reason, second.values.reason]).toEqual(['Rent', 'Rent of May']);
    // There is one loan, even if both tabs send it.
    expect(second.values.key).toBe(first.values.key);
    await other.click(button('Clear form'));
    expect(drafts()).toEqual([first]);
  });

  test('that is open in another tab can’t be discarded from here', async () => {
    const tabs = browserTabs();
    const user = await lender.open();
    await put(user, box('Reason'), 'Rent');
    await tabs.openAnother();
    const other = await lender.open();
    expect(screen.getByText(/^You have a draft of .* in another tab$/)).toBeVisible();
    await other.click(button('Dismiss'));
    expect(screen.queryByText(/You have a draft/)).toBeNull();
    expect(localStorage.getItem('pledge-drafts:new-loan')).toContain('Rent');
  });

  test('and a form that was cleared keep their amounts if another tab changes the language', async () => {
    const switchTo = (language: 'de' | 'en') => act(async () => void changeSettings({ language }));
    // Saved before the page opens, which asks for the settings.
    await changeSettings({ language: 'de' });
    onTestFinished(() => void changeSettings({ language: 'en' }));
    const user = await lender.open();
    await put(user, box('Amount'), '1.500');
    cleanup();
    sessionStorage.clear();
    const other = await lender.open();
    await switchTo('en');
    expect(screen.getByText('1,500, no borrower yet.')).toBeVisible();
    await other.click(button('Continue with it'));
    expect(box('Amount')).toHaveValue('1,500');
    await other.click(button('Clear form'));
    await switchTo('de');
    await other.click(button('Undo'));
    expect(box('Amount')).toHaveValue('1.500');
  });

  test('never holds bank details, and is gone after signing out', async () => {
    const user = await lender.open();
    await put(user, box('Reason'), 'Rent');
    await put(user, box('Bank name'), 'Bank of the test');
    await put(user, box('Bank code'), '058');
    await put(user, box('Account number'), '0123456789');
    const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    expect(stored()).toContain('Rent');
    expect(stored()).not.toMatch(/Bank of the test|"058"|0123456789/);
    cleanup();
    const again = await lender.open();
    expect(box('Reason')).toHaveValue('Rent');
    expect(box('Account number')).toHaveValue('');
    expect(screen.getByText(/aren’t kept in drafts/)).toBeVisible();
    await again.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' }, PATIENCE)).toBeVisible();
    await waitFor(() => expect(stored()).not.toContain('Rent'), PATIENCE);
  });

  test('of a token whose price has three decimals is there again in another language', async () => {
    const { pool } = desk.gateway.service.database;
    await pool.query(`update service.token set price = jsonb_set(price, '{sell}', '12.345') where id = $1`, [
      lender.token.id,
    ]);
    const user = await lender.open();
    await lender.fill(user);
    cleanup();
    // Saved before the page opens, which asks for the settings.
    await changeSettings({ language: 'de' });
    onTestFinished(() => void changeSettings({ language: 'en' }));
    await lender.open();
    expect(box('Reason')).toHaveValue('Stock');
    expect(screen.getByText(/^12,345/)).toBeVisible();
  });

  test('of one organisation is not another’s', async () => {
    const user = await lender.open();
    await put(user, box('Reason'), 'Secret');
    cleanup();
    await desk.signIn('pledge_demo_harbour');
    await lender.open();
    expect(screen.queryByText(/draft of/)).toBeNull();
    expect(box('Reason')).toHaveValue('');
  });
});
