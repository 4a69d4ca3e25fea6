import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();

test('the first column has its year under its month, in a language that writes more between them', async () => {
  await desk.signIn();
  await changeSettings({ language: 'pt' });
  onTestFinished(async () => void (await changeSettings({ language: 'en' })));
  await renderDesk('/?currency=NGN');
  const label = await screen.findByText(/by month and state$/, { selector: 'figcaption *' }, PATIENCE);
  expect(label.closest('figure')?.querySelector('li > :last-child')).toHaveTextContent(/^[a-z]{3}\.\d{4}$/);
});

test('a long ladder is scrolled to what is due, with two months before it in view', async () => {
  const width = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(1_000);
  onTestFinished(() => width.mockRestore());
  await desk.signIn();
  await renderDesk('/?currency=NGN');
  const ladder = await screen.findByRole('region', { name: /by month and state$/ }, PATIENCE);
  await screen.findByText(/^As of/, {}, PATIENCE);
  const months = [...ladder.querySelectorAll('li')];
  const now = months.findIndex((month) => month.querySelector('.font-semibold'));
  expect(now).toBeGreaterThan(2);
  expect(ladder.scrollLeft).toBeCloseTo(((now - 2) / months.length) * 1_000, 0);
});
