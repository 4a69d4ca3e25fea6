import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { addToken, box, button, loanDeskOfFile, put, review, wantReview } from '#tests/support/new-loan.ts';
import { PATIENCE } from '#tests/support/render-desk.tsx';

const lender = loanDeskOfFile();
const { desk } = lender;

describe('what is typed wrong', () => {
  test.each([
    ['60000000', 'Maximum is 50,000,000 NGN.'],
    ['0.001', 'It must have at most 2 decimal places: NGN has no smaller unit.'],
    ['1234567890123456789012345678901234567890', 'It has 40 digits. The maximum is 15.'],
    ['-5', 'Write it without a minus.'],
    ['a lot', 'Use digits only, no letters.'],
    ['0', 'It must be greater than 0.'],
    ['1.234', '“1.234” could be 1,234 or a fraction of three digits. Write 1,234, or 1.23.'],
    ['$5', 'That names another currency than NGN, the loan’s.'],
    ['', 'Enter an amount.'],
  ])('an amount of “%s” is told at its field, and nothing is asked for', async (text, message) => {
    const user = await lender.open();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'NGN');
    const amount = box('Amount');
    if (text !== '') await put(user, amount, text);
    desk.asked();
    await wantReview(user);
    const summary = await screen.findByRole('alert', { name: /^Fix \d+ problem/ });
    await waitFor(() => expect(summary).toHaveFocus());
    expect(amount).toHaveAttribute('aria-invalid', 'true');
    expect(amount).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(lender.posts()).toBe(0);
    await user.click(within(summary).getByRole('button', { name: `Amount: ${message}` }));
    expect(amount).toHaveFocus();
  });

  test('what is wrong in a line of collateral stays when the line before it is removed', async () => {
    const user = await lender.open();
    const [first, second] = lender.lending.tokens;
    await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'NGN');
    await addToken(user, first?.name ?? '');
    await screen.findByRole('textbox', { name: /^Quantity of/ }, PATIENCE);
    await addToken(user, second?.name ?? '');
    await waitFor(() => expect(screen.getAllByRole('textbox', { name: /^Quantity of/ })).toHaveLength(2));
    await put(user, screen.getAllByRole('textbox', { name: /^Quantity of/ })[1] as HTMLElement, 'ten');
    await user.tab();
    expect(await screen.findByText('Use digits only, no letters.')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: /^Remove/ })[0] as HTMLElement);
    const [left, ...others] = screen.getAllByRole('textbox', { name: /^Quantity of/ });
    expect(others).toEqual([]);
    expect(left).toHaveValue('ten');
    await waitFor(() =>
      expect(left).toHaveAccessibleDescription(expect.stringContaining('Use digits only, no letters.')),
    );
    // A line that no one has been at yet isn’t wrong.
    await addToken(user, first?.name ?? '');
    await waitFor(() => expect(screen.getAllByRole('textbox', { name: /^Quantity of/ })).toHaveLength(2));
    await user.click(screen.getAllByRole('button', { name: /^Remove/ })[0] as HTMLElement);
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^Quantity of/ })).toBeValid());
  });

  test('an amount with too many decimal places before a currency is chosen is told in a whole sentence', async () => {
    const user = await lender.open();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), '');
    await put(user, box('Amount'), '1250.555');
    await user.tab();
    expect(await screen.findByText('It must have at most 2 decimal places.')).toBeInTheDocument();
  });

  test('an amount with a currency’s sign is judged once the loan’s currency is chosen', async () => {
    const user = await lender.open();
    const currency = screen.getByRole('combobox', { name: 'Currency' });
    const amount = box('Amount');
    await user.selectOptions(currency, '');
    await put(user, amount, 'US$500');
    await user.tab();
    expect(amount).toHaveValue('US$500');
    await waitFor(() =>
      expect(amount).toHaveAccessibleDescription(
        expect.stringContaining('Choose a currency first, or write it without one.'),
      ),
    );
    await user.selectOptions(currency, 'NGN');
    await waitFor(() =>
      expect(amount).toHaveAccessibleDescription(
        expect.stringContaining('That names another currency than NGN, the loan’s.'),
      ),
    );
    await user.selectOptions(currency, 'USD');
    await waitFor(() => expect(amount).not.toHaveAttribute('aria-invalid'));
  });

  test('collateral priced in another currency than the loan’s is worth nothing in it', async () => {
    const user = await lender.open();
    await lender.fill(user);
    await waitFor(() => expect(screen.getByText('100.0% of collateral')).toBeVisible(), PATIENCE);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'USD');
    await put(user, box('Amount'), '90000');
    await wantReview(user);
    const summary = await screen.findByRole('alert', { name: 'Fix 1 problem to continue' }, PATIENCE);
    expect(summary).toHaveTextContent('is priced in NGN, the loan is in USD. Remove the line.');
    expect(screen.queryByText(/ of collateral$/)).toBeNull();
    expect(screen.queryByRole('meter', { name: 'Loan-to-value' })).toBeNull();
    expect(box(/^Quantity of/).closest('li')).not.toHaveTextContent(/\d USD/);
  });

  test('the example of an amount is in the reader’s own format, and is read by it', async () => {
    const user = await lender.open();
    onTestFinished(async () => void (await changeSettings({ language: 'en' })));
    await act(async () => void (await changeSettings({ language: 'de' })));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), '');
    expect(box('Amount')).toHaveAccessibleDescription('e.g. 1.250,50');
    await user.type(box('Amount'), '1.250,50');
    await user.tab();
    expect(box('Amount')).toHaveValue('1.250,50');
    expect(box('Amount')).not.toHaveAttribute('aria-invalid');
  });

  test('what is typed means the same when another tab changes the language, also after the review', async () => {
    const user = await lender.open();
    onTestFinished(async () => void (await changeSettings({ language: 'en' })));
    await lender.fill(user);
    await put(user, box(/^Quantity of/), '5,000');
    await put(user, box('Reason'), '1,500');
    const change = async (language: string) =>
      await act(async () => void (await changeSettings({ language })));
    await change('de');
    expect(box(/^Quantity of/)).toHaveValue('5.000');
    expect(box('Amount')).toHaveValue('1,234.50');
    expect(box('Reason')).toHaveValue('1,500');
    await review(user);
    expect(screen.getByText(/^5\.000 × /)).toBeVisible();
    await user.click(button('Back'));
    await waitFor(() => expect(box(/^Quantity of/)).toHaveValue('5.000'));
    await change('en');
    expect(box(/^Quantity of/)).toHaveValue('5,000');
  });

  test('a total that was read and differs from the calculated one says both apart', async () => {
    const user = await lender.open();
    await lender.fill(user);
    await put(user, box('Total repayable'), '5,000');
    expect(screen.getByText('= 5,000 · 3,672.91 NGN more than calculated.')).toBeInTheDocument();
  });

  test.each([
    ['1 234,50', '1,234.50'],
    ['₦1,234.50', '1,234.50'],
    ['１，２３４．５０', '1,234.50'],
    ['1’234.50', '1,234.50'],
  ])('%s is pasted as %s', async (text, shown) => {
    const user = await lender.open();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'NGN');
    await put(user, box('Amount'), text);
    await user.tab();
    expect(box('Amount')).toHaveValue(shown);
    expect(box('Amount')).not.toHaveAttribute('aria-invalid');
  });

  test('“1,234” is taken as the field writes it, and that is said', async () => {
    const user = await lender.open();
    await put(user, box('Amount'), '1,234');
    expect(screen.getByText(/= 1,234/)).toBeInTheDocument();
  });

  test('a quantity of zero or with a currency, a token twice and a fifty-first line are refused', async () => {
    const user = await lender.open();
    await lender.fill(user);
    await put(user, box(/^Quantity of/), '₦5000');
    await user.tab();
    expect(box(/^Quantity of/)).toHaveAccessibleDescription(
      expect.stringContaining('Write it without a currency.'),
    );
    await put(user, box(/^Quantity of/), '0');
    await user.tab();
    expect(box(/^Quantity of/)).toHaveAccessibleDescription(
      expect.stringContaining('It must be greater than 0'),
    );
    await addToken(user, lender.token.name);
    expect(await screen.findByText(/is already on line 1/, { selector: 'p' })).toBeInTheDocument();
    expect(screen.getAllByRole('textbox', { name: /^Quantity of/ })).toHaveLength(1);
    cleanup();

    const drafts = JSON.parse(localStorage.getItem('pledge-drafts:new-loan') ?? '[]');
    const { values } = drafts[0][1][0];
    const [line] = values.collateral;
    values.collateral = Array.from({ length: 51 }, (_, at) => ({
      ...line,
      quantity: '1',
      token: { ...line.token, id: at === 50 ? `${line.token.id}-49` : `${line.token.id}-${at}` },
    }));
    localStorage.setItem('pledge-drafts:new-loan', JSON.stringify(drafts));
    const again = await lender.open();
    await wantReview(again);
    const summary = await screen.findByRole('alert', { name: /^Fix \d+ problem/ });
    expect(summary).toHaveTextContent('Maximum is 50 lines. Remove 1 line.');
    expect(summary).toHaveTextContent('This token is already on line 50.');
  });

  test('too little collateral says what is missing, and can be filled up to the limit', async () => {
    const user = await lender.open();
    await lender.fill(user);
    await put(user, box(/^Quantity of/), '1');
    expect(screen.getByText(/^Short by .* NGN of collateral\./)).toBeInTheDocument();
    await user.click(button(/^Use minimum/));
    expect(await screen.findByText(/^You could lend|^At the limit/)).toBeInTheDocument();
    expect(screen.getByRole('meter', { name: 'Loan-to-value' })).toHaveAttribute(
      'aria-valuetext',
      expect.stringContaining('the limit is 70.0%'),
    );
  });
});
