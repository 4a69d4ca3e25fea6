import { startCustomers } from './api/customers-thread.ts';
import { startEarly } from './api/early.ts';
import { ALL_CUSTOMERS_ADDRESS } from './api/first-requests.ts';
import { pageAt } from './app/paths.ts';

/**
 * The first script of the page, kept tiny: it starts whatever the first screen needs, all at once. The page's
 * code, its data and the desk itself then arrive beside one another, not one after the other.
 */
const state = document.getElementById('desk-state')?.textContent ?? '';
if (state === '') startEarly('/session');
else if (JSON.parse(state).session !== null) startPage();

import('./main.tsx');

function startPage() {
  const page = pageAt(location.pathname)?.page;
  if (!page) return;
  for (const address of page.firstRequests?.(new URLSearchParams(location.search)) ?? []) {
    if (address === ALL_CUSTOMERS_ADDRESS) startCustomers();
    else startEarly(address);
  }
  // The router loads the same module and meets its failure, if there is one.
  page.load().catch(() => {});
}
