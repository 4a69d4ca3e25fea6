import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import type { Desk } from './desk.ts';
import { PATIENCE, rowsShown } from './render-desk.tsx';

// biome-ignore lint/suspicious/noExplicitAny: what the service answers is read as it comes.
export type Token = Record<string, any>;

/** A page of tokens, as the service itself gives it. */
export async function tokensOf(
  desk: Desk,
  name: 'listTokens' | 'searchTokens',
  query = {},
): Promise<Token[]> {
  const answer = await desk.gateway.service.call(name, { query: { page: 1, limit: 25, ...query } });
  return answer.body.data.tokens;
}

/** Waits until the table shows just these tokens, in their order. */
export async function expectTokens(tokens: readonly Token[]): Promise<void> {
  await waitFor(() => {
    expect(rowsShown().map(({ textContent }) => textContent)).toEqual(
      tokens.map(({ symbol }) => expect.stringContaining(symbol)),
    );
  }, PATIENCE);
}

/** Presses a button whose panel is code of its own, once that code is there. */
export async function openPanel(user: UserEvent, name: string): Promise<void> {
  const button = screen.getByRole('button', { name });
  await user.hover(button);
  await vi.dynamicImportSettled();
  await user.click(button);
}
