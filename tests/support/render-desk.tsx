import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { expect, onTestFinished } from 'vitest';
import type { ListedLoan } from '#contract/loans.ts';
import { followOtherTabs } from '#dashboard/api/session/session.ts';
import { App } from '#dashboard/app/app.tsx';
import { openPage } from '#dashboard/app/page-parts.ts';
import { pages } from '#dashboard/app/paths.ts';
import { createQueryClient } from '#dashboard/app/query-client.ts';
import type { Desk } from './desk.ts';

/** Long enough for a read that is tried three times. */
export const PATIENCE = { timeout: 30_000 };

/** Long enough for all of a list on a machine that has much else to do. */
export const LONG = { timeout: 30_000 };

/** Opens an address of the desk as main.tsx does, and returns the person in front of it. */
export async function renderDesk(address: string): Promise<UserEvent> {
  history.replaceState(null, '', address);
  const client = createQueryClient();
  onTestFinished(() => client.clear());
  // Inside an event of a test, a part whose code is still on its way would suspend for good.
  await Promise.allSettled(Object.values(pages).map(({ Part }) => Part.preload()));
  await openPage(client, true);
  // StrictMode mounts twice and takes back what is still asked in between; no person's build does. So that a slow
  // machine doesn't ask twice, the first answers get a moment to arrive.
  for (let waited = 0; client.isFetching() > 0 && waited < 500; waited += 10) await pause(10);
  onTestFinished(followOtherTabs(client));
  // Awaited, because a part whose code is still on its way suspends.
  await act(async () => {
    render(<App client={client} at={null} router={(pages) => <BrowserRouter>{pages}</BrowserRouter>} />);
  });
  // Nothing can keep the pointer off here, where Pledge's styles are not: looking for it at every press takes time.
  return userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
}

/** What a part of the desk that is rendered by itself needs around it. */
export function Around({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <BrowserRouter>{children}</BrowserRouter>
    </QueryClientProvider>
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The path and query that the browser's address bar shows. */
export function address(): string {
  return location.pathname + location.search;
}

/** The loans of a page, as the service itself gives them. */
export async function loansOf(desk: Desk, page = 1, limit = 25, token?: string): Promise<ListedLoan[]> {
  const { body } = await desk.gateway.service.call('listLoans', {
    query: { page, limit },
    ...(token && { token }),
  });
  return body.data.docs;
}

/** The rendered rows of the table, without its header, including placeholders. */
export function rowsShown(): HTMLElement[] {
  // By selector: asking for the role of every cell takes seconds for a hundred rows.
  const rows = [...document.querySelectorAll<HTMLElement>('main :is(tr, [role=row])')];
  return rows.filter(
    (row) => !row.querySelector('th[scope=col], [role=columnheader]') && !row.closest('[aria-label=Totals]'),
  );
}

/** As many rows of a long list as are in view at least. */
const IN_VIEW = 15;

/** Waits until the table begins with these loans in their order; of a long list only those in view are rendered. */
export async function expectLoans(loans: readonly ListedLoan[]): Promise<void> {
  await waitFor(() => {
    const rows = rowsShown().slice(0, loans.length);
    expect(rows.length).toBeGreaterThanOrEqual(Math.min(IN_VIEW, loans.length));
    expect(rows.map(({ textContent }) => textContent ?? '')).toEqual(
      loans.slice(0, rows.length).map((loan) => expect.stringContaining(amountOf(loan))),
    );
  }, PATIENCE);
}

/** The amount of a loan as a reader expects it. */
export function amountOf({ amount, currency }: ListedLoan): string {
  return `${new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(amount)}${currency}`;
}
