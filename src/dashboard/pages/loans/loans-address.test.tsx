import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import { expectLoans, LONG, loansOf, renderDesk } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();
beforeEach(async () => await desk.signIn());

describe('nonsense in the address', () => {
  test.each([
    '?page=abc&limit=7',
    '?page=-1&limit=-1',
    '?page=0&limit=0',
    '?page=1e9&limit=1e9',
    '?page=1.5&limit=25.0',
    '?page=%3Cscript%3Ealert(1)%3C/script%3E&limit=%3Cimg%20src=x%3E',
    '?page=2&page=3',
    '?page=%00&limit=%E0%A4%A',
    '?page=99999999999999999999',
    '?page=+2&limit=%2010',
    '?page=',
    '?=&&&page',
    '?created=2026-02-31..&due',
    '?created=yesterday',
  ])('falls back quietly to the list: %s', async (search) => {
    await renderDesk(`/loans${search}`);
    await expectLoans(await loansOf(desk));
    expect(await screen.findByText('All 137 loans.', {}, LONG)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.querySelector('main script, main img')).toBeNull();
    expect(desk.asked().filter((request) => /abc|script|1e9/.test(request))).toEqual([]);
  });
});

test.each(['?page=3&limit=10', '?all=1', '?all=1&page=2', '?page=999999999', '?limit=100'])(
  'a bookmark from when the list had pages opens the list: %s',
  async (search) => {
    await renderDesk(`/loans${search}`);
    await expectLoans(await loansOf(desk));
    expect(await screen.findByText('All 137 loans.', {}, LONG)).toBeVisible();
  },
);

test('an address with a stroke at its end is the same page', async () => {
  await renderDesk('/loans/?sort=amount');
  const loans = [...(await loansOf(desk, 1, 100)), ...(await loansOf(desk, 2, 100))];
  await expectLoans(loans.toSorted((a, b) => a.amount - b.amount).slice(0, 25));
});

test('an address may ask for loans due in the next day', async () => {
  await renderDesk('/loans?within=1');
  expect(await screen.findByRole('button', { name: 'Due in next: 1 day' }, LONG)).toBeVisible();
});
