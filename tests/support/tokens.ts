import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import type { Desk } from './desk.ts';
import { PATIENCE, rowsShown } from './render-desk.tsx';

// biome-ignore lint/suspicious/noExplicitAny: what the service answers is read as it comes.
export type Token = Record<string, any>;

/** All tokens that the service itself gives for a query. */
export async function tokensOf(
  desk: Desk,
  name: 'listTokens' | 'searchTokens',
  query = {},
): Promise<Token[]> {
  const tokens: Token[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await desk.gateway.service.call(name, { query: { ...query, page, limit: 100 } });
    tokens.push(...body.data.tokens);
    if (page >= body.data.pages) return tokens;
  }
}

/** As many rows of a long list as are in view at least, and as many as are always rendered. */
const IN_VIEW = 15;
const ALL_RENDERED = 60;

/** Waits until the table shows just these tokens, in their order; of a long list only those in view are rendered. */
export async function expectTokens(tokens: readonly Token[]): Promise<void> {
  const least = tokens.length <= ALL_RENDERED ? tokens.length : IN_VIEW;
  await waitFor(() => {
    const rows = rowsShown().map(({ textContent }) => textContent);
    expect(rows.length).toBeGreaterThanOrEqual(least);
    expect(rows.length).toBeLessThanOrEqual(tokens.length);
    expect(rows).toEqual(tokens.slice(0, rows.length).map(({ symbol }) => expect.stringContaining(symbol)));
  }, PATIENCE);
}

/** Presses a button whose panel is code of its own, once that code is there. */
export async function openPanel(user: UserEvent, name: string): Promise<void> {
  const button = screen.getByRole('button', { name });
  await user.hover(button);
  await vi.dynamicImportSettled();
  await user.click(button);
}
