import { QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { loanTiming } from '#contract/loan-timing.ts';
import { deskQuery } from '#dashboard/api/session/session.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { Around, loansOf, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';
import { HARBOUR } from '#tests/support/service.ts';
import { hold, refuse } from '#tests/support/states.ts';
import { LimitsPanel } from './limits-panel.tsx';

const desk = deskOfFile();
const CONFIGURATION = /credit\/loan-configuration/;

beforeEach(async () => {
  await desk.signIn();
});

/** Changes the configuration on its way. */
function withTerms(change: (terms: Record<string, unknown>) => void) {
  return desk.fault(CONFIGURATION, async (_request, pass) => {
    const body = await (await pass()).json();
    change(body.data);
    return Response.json(body);
  });
}

test('shows the terms, and beside each limit what is lent in its currency', async () => {
  await renderDesk('/loans/terms');
  const table = await screen.findByRole('table', {}, PATIENCE);
  const loans = [...(await loansOf(desk, 1, 100)), ...(await loansOf(desk, 2, 100))].filter(
    (loan) => loanTiming(loan, Date.now()).state !== 'closed',
  );
  const own = loans.filter(({ currency }) => currency === 'USD');
  const cents = own.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const lent = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(cents / 100);
  const name = `Outstanding principal in USD: ${lent}, ${own.length} loans`;
  const link = await within(table).findByRole('link', { name }, PATIENCE);
  expect(link).toHaveAttribute('href', expect.stringContaining('currency=USD'));
  expect(link.closest('tr')).toHaveTextContent(/^USD100,000.00/);
  expect(screen.getByText(/shown for reference and has no limit/)).toBeVisible();
  expect(
    screen.getByText('You can lend up to 70.0% of the collateral’s value at sell prices.'),
  ).toBeVisible();
  expect(
    screen.getByText(/1,000,000\.00 \w{3} of tokens supports a loan of up to 700,000\.00/),
  ).toBeVisible();
  expect(
    within(screen.getByRole('list', { name: 'Accepted categories' })).getAllByRole('listitem'),
  ).toHaveLength(4);
  expect(screen.getByText('7 days')).toBeVisible();
  expect(document.title).toBe('Terms · Pledge');
});

test('goes on with loans whose loading was paused', async () => {
  const release = hold(desk, /credit\/loans\?page=2/);
  const user = await renderDesk('/loans');
  await user.click(await screen.findByRole('button', { name: 'Pause' }, PATIENCE));
  await user.click(screen.getAllByRole('link', { name: 'Terms' })[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Resume' }, PATIENCE));
  release();
  const panel = screen.getByRole('region', { name: 'Limits by currency' });
  await waitFor(() => expect(panel).not.toHaveTextContent(/137 loans|so far/), PATIENCE);
});

test('shows no sum of many loans before it is worked out', async () => {
  const [loan] = await loansOf(desk, 1, 1);
  const client = new QueryClient();
  onTestFinished(() => client.clear());
  await client.fetchQuery(deskQuery);
  const hold = (loaded: number) => {
    const own = { ...loan, currency: 'NGN', status: 'ACTIVE' };
    const rows = Array.from({ length: loaded }, (_, nth) => ({ ...own, id: `${nth}` }));
    const progress = { state: 'complete', loaded, total: loaded, unreadable: 0 };
    client.setQueryData(['all', 'loans'], { rows, progress, shown: progress, asOf: Date.now(), want() {} });
  };
  hold(600);
  render(
    <Around client={client}>
      <LimitsPanel limits={{ NGN: 100 }} />
    </Around>,
  );
  const line = screen.getByRole('rowheader', { name: 'NGN' }).parentElement as HTMLElement;
  expect(within(line).getAllByText('The loans are not here yet.')).toHaveLength(2);
  expect(await within(line).findByText('600', {}, PATIENCE)).toBeVisible();
  await waitFor(() => expect(line).not.toHaveTextContent('so far'), PATIENCE);
  // Until the new loans are summed, the earlier sums are shown, as a part.
  act(() => hold(700));
  await waitFor(() => {
    expect(screen.getByText('600 of 700 loans')).toBeVisible();
    expect(line).toHaveTextContent(/so far600$/);
  }, PATIENCE);
  expect(await within(line).findByText('700', {}, PATIENCE)).toBeVisible();
  expect(line).not.toHaveTextContent('so far');
});

test('shows no sum as the whole where a loan could not be read', async () => {
  desk.fault(/loans\?page=1&limit=100/, async (_request, pass) => {
    const body = await (await pass()).json();
    body.data.docs[0].currency = null;
    return Response.json(body);
  });
  await renderDesk('/loans/terms');
  const table = await screen.findByRole('table', {}, PATIENCE);
  const [seen] = await screen.findAllByText('136 of 137 loans', {}, PATIENCE);
  expect(seen).toBeVisible();
  expect(await screen.findByText('1 row could not be read.', {}, PATIENCE)).toBeVisible();
  expect(within(table).getAllByText(/so far/)[0]).toBeVisible();
  expect(screen.queryByRole('button', { name: /Retry|Resume/ })).toBeNull();
});

test('says why the loans are not here, and Retry loads them', async () => {
  const mend = desk.fault(/credit\/loans\?/, refuse);
  const user = await renderDesk('/loans/terms');
  const panel = await screen.findByRole('region', { name: 'Limits by currency' }, PATIENCE);
  const retry = await within(panel).findByRole('button', { name: 'Retry' }, PATIENCE);
  expect(panel).toHaveTextContent('1 page could not be loaded.');
  expect(panel).not.toHaveTextContent('Loading');
  mend();
  await user.click(retry);
  const name = /^Outstanding principal in USD: .* loans$/;
  expect(await within(panel).findByRole('link', { name }, PATIENCE)).toBeVisible();
});

test('shows 0 where nothing is lent', async () => {
  desk.fault(/credit\/loans/, () =>
    Response.json({ status: 'success', message: '', data: { docs: [], page: 1, limit: 100, totalDocs: 0 } }),
  );
  await renderDesk('/loans/terms');
  const name = 'Outstanding principal in NGN: 0.00, 0 loans';
  expect(await screen.findByRole('link', { name }, PATIENCE)).toBeVisible();
});

test('explains a ratio above 1 as the cover that is asked for', async () => {
  await desk.signIn(HARBOUR);
  await renderDesk('/loans/terms');
  expect(await screen.findByText(/must be worth at least 140% of the loan/, {}, PATIENCE)).toBeVisible();
  expect(screen.getByText(/needs at least 980,000\.00/)).toBeVisible();
});

test('never shows a limit that has no end as more than it is', async () => {
  withTerms((terms) => {
    terms.collateral_ratio = 1.2;
  });
  await renderDesk('/loans/terms');
  const sentence = await screen.findByText(/must be worth at least 120% of the loan/, {}, PATIENCE);
  expect(sentence).toHaveTextContent('You can lend up to 83.3333% of its value.');
});

test('gives an example that the terms hold to the last digit of the currency', async () => {
  withTerms((terms) => {
    terms.collateral_ratio = 1.500000001;
    terms.max_amount = { NGN: 1_000_000 };
  });
  await renderDesk('/loans/terms');
  const example = await screen.findByText(/^Example:/, {}, PATIENCE);
  expect(example).toHaveTextContent('needs at least 1,050,000.01 NGN of tokens');
  expect(example).toHaveTextContent('supports up to 666,666.66 NGN');
});

test('has a state of its own where there is no configuration', async () => {
  const heal = desk.fault(CONFIGURATION, () =>
    Response.json({ status: 'error', message: 'No configuration.' }, { status: 404 }),
  );
  const user = await renderDesk('/loans/terms');
  expect(await screen.findByText('You have no lending terms yet', {}, PATIENCE)).toBeVisible();
  heal();
  await user.click(screen.getAllByRole('button', { name: 'Refresh' }).at(-1) as HTMLElement);
  expect(await screen.findByText('Limits by currency', {}, PATIENCE)).toBeVisible();
});

test('keeps the terms that are there when they are not found later, and says so', async () => {
  const user = await renderDesk('/loans/terms');
  expect(await screen.findByText('Limits by currency', {}, PATIENCE)).toBeVisible();
  desk.fault(CONFIGURATION, () =>
    Response.json({ status: 'error', message: 'No configuration.' }, { status: 404 }),
  );
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  const alert = await screen.findByRole('alert', {}, PATIENCE);
  expect(alert).toHaveTextContent('The terms could not be refreshed');
  expect(screen.getByText('Limits by currency')).toBeVisible();
});

test('shows what is missing as unknown, with the reason', async () => {
  withTerms((terms) => {
    for (const name of Object.keys(terms)) if (name !== 'id') delete terms[name];
    terms.added = true;
  });
  await renderDesk('/loans/terms');
  expect(await screen.findByText('No ratio was provided.', {}, PATIENCE)).toBeInTheDocument();
  expect(screen.getByText('No limits were provided.')).toBeVisible();
  expect(screen.getByText('No rate returned.')).toBeInTheDocument();
  // What is lent is still shown, in currencies that have no limit.
  await waitFor(() => expect(screen.getAllByText(/set no limit in this currency/).length).toBe(4), PATIENCE);
});

test.each([
  ['https://provider.test/a', true],
  ['http://provider.test/a', false],
  ['javascript:alert(1)', false],
  ['not an address', false],
])('shows the provider’s address as text, and leads only to one over https: %s', async (url, leads) => {
  withTerms((terms) => {
    terms.provider_url = url;
  });
  await renderDesk('/loans/terms');
  const text = await screen.findByText(url, {}, PATIENCE);
  expect(text.closest('a') !== null).toBe(leads);
});

test.each([0, -1, Number.MAX_VALUE])('a ratio of %s breaks nothing', async (ratio) => {
  withTerms((terms) => {
    terms.collateral_ratio = ratio;
  });
  await renderDesk('/loans/terms');
  expect(await screen.findByText('Maximum LTV', {}, PATIENCE)).toBeVisible();
});
