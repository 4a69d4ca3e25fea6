import { cleanup, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { box, button, loanDeskOfFile, put } from '#tests/support/new-loan.ts';
import { CRESTLINE } from '#tests/support/service.ts';

const lender = loanDeskOfFile();
const { desk } = lender;

describe('a draft', () => {
  test('is there again after a reload, as it was typed', async () => {
    const user = await lender.open();
    await lender.fill(user);
    await put(user, box('Amount'), '1,234.5');
    cleanup();
    await lender.open();
    expect(box('Amount')).toHaveValue('1,234.5');
    expect(box('Reason')).toHaveValue('Stock');
    expect(screen.getByText(/is back as you left it/)).toBeVisible();
    expect(localStorage.getItem('pledge-drafts:new-loan')).not.toContain(CRESTLINE);
  });

  test('is offered to another tab, and goes by choice', async () => {
    const user = await lender.open();
    await put(user, box('Reason'), 'Rent');
    cleanup();
    sessionStorage.clear();
    const other = await lender.open();
    expect(box('Reason')).toHaveValue('');
    await other.click(button('Continue with it'));
    expect(box('Reason')).toHaveValue('Rent');
    await other.click(button('Clear the form'));
    expect(box('Reason')).toHaveValue('');
    expect(JSON.parse(localStorage.getItem('pledge-drafts:new-loan') ?? '[]')).toEqual([]);
  });

  test('of one organisation is not another’s', async () => {
    const user = await lender.open();
    await put(user, box('Reason'), 'Secret');
    cleanup();
    await desk.signIn('pledge_demo_harbour');
    await lender.open();
    expect(screen.queryByText(/A draft of/)).toBeNull();
    expect(box('Reason')).toHaveValue('');
  });
});
