import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
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
