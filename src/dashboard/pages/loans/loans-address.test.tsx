import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, expectLoans, loansOf, renderDesk } from '#tests/support/render-desk.tsx';

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
  ])('falls back quietly to the first page: %s', async (search) => {
    await renderDesk(`/loans${search}`);
    await expectLoans(await loansOf(desk));
    expect(screen.getByText('1–25 of 137')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.querySelector('main script, main img')).toBeNull();
    expect(desk.asked().filter((request) => /abc|script|1e9/.test(request))).toEqual([]);
  });
});

describe('a page beyond the end', () => {
  test.each(['7', '1000', '999999999'])('says so and leads to the last one: page %s', async (page) => {
    const user = await renderDesk(`/loans?page=${page}`);
    const notice = await screen.findByText(`There is no page ${Number(page).toLocaleString('en')}`);
    expect(notice).toBeVisible();
    expect(screen.getByText('With 25 loans a page, the list has 6 pages.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Go to the last page' }));
    await expectLoans(await loansOf(desk, 6));
    expect(address()).toBe('/loans?page=6');
  });

  test('keeps its page size on the way to the last one', async () => {
    const user = await renderDesk('/loans?page=99&limit=10');
    await user.click(await screen.findByRole('link', { name: 'Go to the last page' }));
    await expectLoans(await loansOf(desk, 14, 10));
    expect(address()).toBe('/loans?page=14&limit=10');
  });
});

test('an address with a stroke at its end is the same page', async () => {
  await renderDesk('/loans/?page=2');
  await expectLoans(await loansOf(desk, 2));
});
