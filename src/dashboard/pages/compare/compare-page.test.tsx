import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';

const desk = deskOfFile();
beforeEach(async () => await desk.signIn());

const answerOf = ({ _id }: Found) => new RegExp(`/v1/api/token/${_id}$`);

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
    await user.click(screen.getByRole('checkbox', { name: 'Show differences only' }));
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeLessThan(before));
    expect(screen.getAllByRole('rowheader', { name: /, differs$/ }).length).toBeGreaterThan(0);
    expect(screen.queryByRole('rowheader', { name: /^(Token ID|Reference)/ })).toBeNull();
    expect(new URLSearchParams(location.search).get('diff')).toBe('1');
    await user.click(screen.getByRole('button', { name: `Remove ${a.name}` }));
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
      () => expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(6),
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
    await user.type(await screen.findByRole('searchbox', { name: 'Name or symbol' }, PATIENCE), "o'brien_");
    const found = await screen.findByRole('button', { name: /O'BRIEN$/ }, PATIENCE);
    await user.click(found);
    expect(await screen.findByRole('link', { name: "O'Brien_Obi" }, PATIENCE)).toBeVisible();
    expect(address()).toMatch(/^\/tokens\/compare\?ids=\w+/);
  });
});

describe('states', () => {
  test('a token on its way has its place, and nothing is said of it', async () => {
    const [a, b] = (await tokens()) as [Found, Found];
    const letGo = hold(desk, answerOf(b));
    await renderDesk(`/tokens/compare?ids=${a._id},${b._id}&diff=1`);
    expect(await screen.findByRole('link', { name: a.name }, PATIENCE)).toBeVisible();
    expect(screen.getByRole('status', { name: `Loading ${b._id}` })).toBeVisible();
    expect(screen.queryByText(/are the same|Add another token|not returned/)).toBeNull();
    letGo();
    expect(await screen.findByRole('link', { name: b.name }, PATIENCE)).toBeVisible();
    expect(await screen.findAllByRole('rowheader', { name: /, differs$/ })).not.toEqual([]);
  });

  test('one alone does not differ from another, and all can be taken out', async () => {
    const [a] = (await tokens()) as [Found];
    const user = await renderDesk(`/tokens/compare?ids=${a._id},nobody&diff=1`);
    expect(await screen.findByText('Add another token to compare.', {}, PATIENCE)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByText('Nothing to compare yet')).toBeVisible();
    expect(address()).toBe('/tokens/compare?diff=1');
  });

  test('one that could not be loaded says why, and Retry stays where it is until it is there', async () => {
    const [a, b] = (await tokens()) as [Found, Found];
    const end = desk.fault(answerOf(b), refuse);
    const user = await renderDesk(`/tokens/compare?ids=${a._id},${b._id}`);
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent(/Not loaded.*Not now/);
    expect(await screen.findByRole('link', { name: a.name }, PATIENCE)).toBeVisible();
    end();
    const letGo = hold(desk, answerOf(b));
    const retry = within(alert).getByRole('button', { name: 'Retry' });
    await user.click(retry);
    await waitFor(() => expect(retry).toHaveAttribute('aria-disabled', 'true'));
    expect(retry).toHaveFocus();
    letGo();
    expect(await screen.findByRole('link', { name: b.name }, PATIENCE)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a refresh that fails keeps what stands there, says of which token, and how old it is', async () => {
    const [a, b] = (await tokens()) as [Found, Found];
    const user = await renderDesk(`/tokens/compare?ids=${a._id},${b._id}`);
    await screen.findByRole('link', { name: a.name }, PATIENCE);
    await screen.findByRole('link', { name: b.name }, PATIENCE);
    const end = desk.fault(answerOf(b), refuse);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent(
      new RegExp(`The figures of ${b.name} could not be refreshed\\. Shown as of \\d\\d:\\d\\d`),
    );
    expect(screen.getByRole('link', { name: b.name })).toBeVisible();
    end();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), PATIENCE);
    expect(screen.getByRole('link', { name: b.name })).toBeVisible();
  });

  test('a search for a token to add that finds none, or fails, says so', async () => {
    const user = await renderDesk('/tokens/compare');
    await openPanel(user, 'Add a token');
    const field = await screen.findByRole('searchbox', { name: 'Name or symbol' }, PATIENCE);
    await user.type(field, 'no such token');
    expect(await screen.findByText('No matching tokens.', {}, PATIENCE)).toBeVisible();
    desk.fault(/token\/search/, refuse);
    await user.clear(field);
    await user.type(field, 'bond');
    expect(await screen.findByText(/does not allow this.*Not now/, {}, PATIENCE)).toBeVisible();
  });
});
