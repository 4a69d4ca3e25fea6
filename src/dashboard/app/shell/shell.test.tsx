import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, expectLoans, loansOf, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();
beforeEach(async () => await desk.signIn());

describe('round every page', () => {
  test('stand who is signed in, which service is behind it, and where one is', async () => {
    await renderDesk('/loans');
    await expectLoans(await loansOf(desk));
    const banner = screen.getByRole('banner');
    expect(within(banner).getByText('Crestline Capital')).toBeVisible();
    expect(within(banner).getByText('Demo data')).toBeVisible();
    const [navigation] = screen.getAllByRole('navigation', { name: 'Pages' });
    const current = within(navigation as HTMLElement).getByRole('link', { current: 'page' });
    expect(current).toHaveAttribute('href', '/loans');
  });

  test('a skip link comes first and leads past the navigation', async () => {
    const user = await renderDesk('/loans');
    await expectLoans(await loansOf(desk));
    await user.tab();
    expect(screen.getByRole('link', { name: /^Skip/ })).toHaveFocus();
    const target = (document.activeElement as HTMLAnchorElement).hash.slice(1);
    expect(document.getElementById(target)).toBe(screen.getByRole('main'));
  });

  test('a time is told to the second and with its zone where it is pointed at', async () => {
    const user = await renderDesk('/loans');
    await expectLoans(await loansOf(desk));
    const [time] = screen.getAllByText(/^\d{1,2} \w{3} \d{4}$/, { selector: 'time' });
    await user.hover(time as HTMLElement);
    expect((time as HTMLElement).title).toMatch(/^\w+day \d{1,2} \w+ \d{4}, \d\d:\d\d:\d\d, \S/);
  });

  test('the theme goes round and asks the gateway to keep it', async () => {
    const user = await renderDesk('/loans');
    const root = document.documentElement;
    // Nothing fades by itself until the page has been painted in its new colours.
    const stills: (string | undefined)[] = [];
    const observer = new MutationObserver(() => stills.push(root.dataset.still));
    observer.observe(root, { attributeFilter: ['data-theme'] });
    await user.click(screen.getByRole('button', { name: 'Theme: system. Change to light' }));
    observer.disconnect();
    expect(root.dataset.theme).toBe('light');
    expect(stills).toEqual(['']);
    await waitFor(() => expect(root.dataset.still).toBeUndefined());
    await user.click(screen.getByRole('button', { name: 'Theme: light. Change to dark' }));
    expect(root.dataset.theme).toBe('dark');
    expect(document.cookie).toContain('pledge-theme=dark');
    await user.click(screen.getByRole('button', { name: 'Theme: dark. Change to system' }));
    expect(root.dataset.theme).toBeUndefined();
    expect(document.cookie).not.toContain('pledge-theme');
  });
});

describe('an address where there is no page', () => {
  test.each(['/nowhere', '/%3Cscript%3E', '/loans/a/b/c'])('says so and leads home: %s', async (path) => {
    const user = await renderDesk(path);
    const headings = await screen.findAllByRole('heading', { level: 1 });
    expect(headings.map(({ textContent }) => textContent)).toEqual(['Page not found']);
    expect(document.title).toBe('Page not found · Pledge');
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: /^Go to / }));
    await waitFor(() => expect(document.title).not.toBe('Page not found · Pledge'), PATIENCE);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus(), PATIENCE);
  });

  test('asks the service for nothing', async () => {
    await renderDesk('/nowhere');
    expect(desk.asked().filter((request) => request.includes('/v1/'))).toEqual([]);
    expect(address()).toBe('/nowhere');
  });
});
