import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import { PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';
import { type Page, pages } from './paths.ts';

let thrown: unknown = null;
function BrokenPage() {
  if (thrown !== null) throw thrown;
  return <h1>Mended</h1>;
}

const desk = deskOfFile();
beforeEach(async () => {
  // React reports what a page throws, and rightly so.
  vi.mocked(console.error).mockImplementation(() => {});
  vi.spyOn<Page, 'load'>(pages.loans, 'load').mockResolvedValue({ default: BrokenPage });
  await desk.signIn();
});

describe('a page that throws', () => {
  test('leaves the rest of the desk standing and can be tried again', async () => {
    thrown = new Error('secret detail 42');
    const user = await renderDesk('/loans');
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent('Something went wrong on this page');
    expect(document.body.textContent).not.toContain('secret detail');
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible();
    expect(screen.getByText('Crestline Capital')).toBeVisible();
    expect(within(alert).getByRole('button', { name: 'Reload the page' })).toBeVisible();

    thrown = null;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Mended' })).toBeVisible();
  });

  test('even nothing at all is caught', async () => {
    thrown = undefined;
    await renderDesk('/loans');
    expect(await screen.findByRole('alert', {}, PATIENCE)).toHaveTextContent(
      'Something went wrong on this page',
    );
  });

  test('because its code is gone asks for a reload', async () => {
    thrown = new TypeError('Failed to fetch dynamically imported module: /assets/loans-page-x.js');
    await renderDesk('/loans');
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent('This part of Pledge could not be loaded');
    expect(within(alert).getByRole('button', { name: 'Reload the page' })).toBeVisible();
    expect(within(alert).queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('does not keep anybody from leaving it', async () => {
    thrown = new Error('again');
    const user = await renderDesk('/loans');
    await screen.findByRole('alert', {}, PATIENCE);
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  });
});
