import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();
beforeEach(async () => await desk.signIn());

interface Found {
  _id: string;
  name: string;
  currency: string;
}

const tokens = async (limit = 8): Promise<Found[]> =>
  (await desk.gateway.service.call('searchTokens', { query: { limit } })).body.data.tokens;

/** Presses a button whose panel is code of its own, once that code is there. */
async function openPanel(user: UserEvent, name: string): Promise<void> {
  const button = screen.getByRole('button', { name });
  await user.hover(button);
  await vi.dynamicImportSettled();
  await user.click(button);
}

describe('comparing', () => {
  test('puts tokens side by side and narrows to what differs, in the address', async () => {
    const [a, b] = (await tokens()) as [Found, Found];
    const user = await renderDesk(`/tokens/compare?ids=${a._id},${b._id}`);
    await screen.findByRole('link', { name: a.name }, PATIENCE);
    await screen.findByRole('link', { name: b.name }, PATIENCE);
    const before = screen.getAllByRole('row').length;
    await user.click(screen.getByRole('checkbox', { name: 'Only differences' }));
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeLessThan(before));
    expect(screen.getByRole('rowheader', { name: /^Token id/ })).toBeVisible();
    expect(new URLSearchParams(location.search).get('diff')).toBe('1');
    await user.click(screen.getByRole('button', { name: `Take ${a.name} out` }));
    await waitFor(() => expect(screen.queryByRole('link', { name: a.name })).toBeNull());
    expect(new URLSearchParams(location.search).get('ids')).toBe(b._id);
  });

  test('says “not returned” where a token lacks what another has', async () => {
    const [a, b] = (await tokens()) as [Found, Found];
    desk.fault(new RegExp(`/token/${b._id}`), async (_request, pass) => {
      const body = (await (await pass()).json()) as { data: Record<string, unknown> };
      delete body.data.interest;
      return Response.json(body);
    });
    await renderDesk(`/tokens/compare?ids=${a._id},${b._id}&diff=1`);
    const head = await screen.findByRole('rowheader', { name: 'Interest, differs' }, PATIENCE);
    expect(within(head.closest('tr') as HTMLElement).getByText('not returned')).toBeVisible();
  });

  test('takes six at most, and passes over nonsense', async () => {
    const ids = (await tokens(8)).map(({ _id }) => _id);
    await renderDesk(`/tokens/compare?ids=..,${ids.join(',')},${ids[0]}`);
    await waitFor(
      () => expect(screen.getAllByRole('button', { name: /^Take .* out$/ })).toHaveLength(6),
      PATIENCE,
    );
    expect(screen.getByText('6 of 6 tokens')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a token' })).toBeNull();
  });

  test('shows the others where one is not there', async () => {
    const [a] = (await tokens()) as [Found];
    await renderDesk(`/tokens/compare?ids=${a._id},nobody`);
    expect(await screen.findByText('No such token', {}, PATIENCE)).toBeVisible();
    expect(await screen.findByRole('link', { name: a.name }, PATIENCE)).toBeVisible();
  });

  test('begins empty, and finds a token by part of its name', async () => {
    const user = await renderDesk('/tokens/compare');
    expect(screen.getByText('Nothing to compare yet')).toBeVisible();
    await openPanel(user, 'Add a token');
    await user.type(await screen.findByLabelText('Part of the name', {}, PATIENCE), "o'brien_");
    const found = await screen.findByRole('button', { name: /O'BRIEN$/ }, PATIENCE);
    await user.click(found);
    expect(await screen.findByRole('link', { name: "O'Brien_Obi" }, PATIENCE)).toBeVisible();
    expect(address()).toMatch(/^\/tokens\/compare\?ids=\w+/);
  });
});
