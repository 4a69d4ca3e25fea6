import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '#contract/customers.ts';
import { type Desk, deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { savedFilesOfFile } from '#tests/support/saved-files.ts';
import { hold, refuse } from '#tests/support/states.ts';

const desk = deskOfFile();
const saved = savedFilesOfFile();
beforeEach(async () => await desk.signIn());
const LIST = /\/v1\/api\/customers$/;
const filter = () => screen.getByLabelText('Search customers by name or email');

async function customersOf(from: Desk): Promise<Customer[]> {
  return (await from.gateway.service.call('listCustomers')).body.data;
}

/** From now on the service lists these. */
function listing(customers: unknown): void {
  desk.fault(LIST, () => Response.json({ status: 'success', message: '', data: customers }));
}

const person = (name: string, email: string, trades = 1): Customer => ({
  _id: { email },
  name,
  total_trades: trades,
  date: '2026-01-02T03:04:05.000Z',
});

describe('all customers', () => {
  test('are there at once, and typing narrows them to those whose name or e-mail has every word', async () => {
    const user = await renderDesk('/customers');
    const customers = await customersOf(desk);
    expect(await screen.findByText('All 1,200 customers.', {}, PATIENCE)).toBeVisible();
    const one = customers[700] as Customer;
    await user.type(filter(), one._id.email.toUpperCase());
    await waitFor(() => expect(rowsShown()).toHaveLength(1));
    expect(rowsShown()[0]).toHaveTextContent(one.name);
    expect(screen.getByText('1 of 1,200 customers.')).toBeVisible();

    await user.clear(filter());
    const words = one.name
      .toLowerCase()
      .split(' ')
      .map((word) => word.slice(0, 3));
    await user.type(filter(), words.join(' '));
    const found = customers.filter(({ name, _id }) => {
      const text = `${name}\n${_id.email}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    expect(await screen.findByText(`${found.length} of 1,200 customers.`, {}, PATIENCE)).toBeVisible();
  });

  test.each([
    ['Ada', /^customers \d{4}-\d\d-\d\d Ada\.csv$/],
    ['ada@example.com', /^customers \d{4}-\d\d-\d\d filtered\.csv$/],
  ])('the file of those that “%s” fits is called so, but by no email', async (text, name) => {
    listing([person('Ada Obi', 'ada@example.com'), person('Bo Eze', 'bo@example.com')]);
    const user = await renderDesk('/customers');
    await screen.findByText('All 2 customers.', {}, PATIENCE);
    await user.type(filter(), text);
    await screen.findByText('1 of 2 customers.', {}, PATIENCE);
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('button', { name: 'Export 1 customer' }, PATIENCE));
    await waitFor(
      () => expect(saved.map((file) => file.name)).toEqual([expect.stringMatching(name)]),
      PATIENCE,
    );
  });

  test('what is typed stands neither in the address nor in a request, and no link holds an e-mail', async () => {
    const user = await renderDesk('/customers');
    await screen.findByText('All 1,200 customers.', {}, PATIENCE);
    desk.asked();
    await user.type(filter(), 'a');
    expect(address()).toBe('/customers');
    expect(JSON.stringify(history.state)).not.toContain('"a"');
    expect(desk.asked()).toEqual([]);
    for (const link of within(screen.getByRole('table')).getAllByRole('link'))
      expect(link.getAttribute('href')).toMatch(/^\/customers\/[\w-]{16}$/);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('@');
  });

  test('say their whole e-mail, and when they traded last to the second, to who points at it', async () => {
    listing([person('Ada', `${'a'.repeat(80)}@example.com`)]);
    await renderDesk('/customers');
    const email = await screen.findByText(`${'a'.repeat(80)}@example.com`, {}, PATIENCE);
    expect(email).toHaveAttribute('title', `${'a'.repeat(80)}@example.com`);
    expect(document.querySelector('main time')?.getAttribute('title')).toMatch(/:04:05/);
  });

  test('are sorted by a header, and the address says so', async () => {
    listing([person('Bo', 'b@x.y', 2), person('Ada', 'c@x.y', 9), person('Cy', 'a@x.y', 5)]);
    const user = await renderDesk('/customers');
    await screen.findByText('All 3 customers.', {}, PATIENCE);
    const names = () => rowsShown().map((row) => within(row).getByRole('link').textContent);
    expect(names()).toEqual(['Bo', 'Ada', 'Cy']);
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(names()).toEqual(['Ada', 'Bo', 'Cy']));
    await user.click(screen.getByRole('button', { name: 'Trades' }));
    await waitFor(() => expect(names()).toEqual(['Bo', 'Cy', 'Ada']));
    expect(address()).toBe('/customers?sort=trades');
  });

  test('are not said to have no duplicates before these are counted', async () => {
    const others = Array.from({ length: 600 }, (_, place) => person('Ada', `a${place}@x.y`));
    const data = [person('Bo', 'b@x.y'), ...others, person('Bo again', 'B@x.y')];
    const letGo = hold(desk, LIST, () => Response.json({ status: 'success', message: '', data }));
    await renderDesk('/customers?duplicates=1&sort=email');
    await screen.findByText('Loading customers', {}, PATIENCE);
    const said = new Set<string>();
    const look = () => {
      for (const text of ['No matching customers', '0 duplicate emails'])
        if (screen.queryByText(text)) said.add(text);
    };
    look();
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, characterData: true, subtree: true });
    letGo();
    expect(await screen.findByText('2 of 602 customers.', {}, PATIENCE)).toBeVisible();
    watch.disconnect();
    expect([...said]).toEqual([]);
  });

  test('that stand there twice are counted, and can be seen alone', async () => {
    listing([person('Bo', 'b@x.y'), person('Ada', 'a@x.y'), person('Bo again', 'B@x.y')]);
    const user = await renderDesk('/customers');
    await user.click(await screen.findByRole('button', { name: '1 duplicate email' }, PATIENCE));
    await waitFor(() => expect(rowsShown()).toHaveLength(2));
    expect(address()).toBe('/customers?duplicates=1&sort=email');
    await user.click(screen.getByRole('button', { name: '1 duplicate email' }));
    await waitFor(() => expect(rowsShown()).toHaveLength(3));
  });

  test('keep the filter when one comes back from a customer', async () => {
    const user = await renderDesk('/customers');
    await screen.findByText('All 1,200 customers.', {}, PATIENCE);
    await user.type(filter(), 'obi');
    await user.click(within(screen.getByRole('table')).getAllByRole('link')[0] as HTMLElement);
    await screen.findByRole('navigation', { name: 'Views of the customer' });
    history.back();
    await waitFor(() => expect(filter()).toHaveValue('obi'), PATIENCE);
    expect(screen.getByText(/ of 1,200 customers/)).toBeVisible();
  });

  test('show with each step back what was typed at it', async () => {
    const user = await renderDesk('/customers');
    await screen.findByText('All 1,200 customers.', {}, PATIENCE);
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await user.type(filter(), 'obi');
    await user.click(screen.getByRole('button', { name: 'Trades' }));
    // What is typed stays in another order.
    expect(filter()).toHaveValue('obi');
    await user.clear(filter());
    await user.type(filter(), 'ade');
    history.back();
    await waitFor(() => expect(filter()).toHaveValue('obi'), PATIENCE);
    history.back();
    await waitFor(() => expect(filter()).toHaveValue(''), PATIENCE);
    history.forward();
    await waitFor(() => expect(filter()).toHaveValue('obi'), PATIENCE);
    history.forward();
    await waitFor(() => expect(filter()).toHaveValue('ade'), PATIENCE);
  });
});

describe('states', () => {
  test('nobody at all', async () => {
    listing([]);
    await renderDesk('/customers');
    expect(await screen.findByText('No customers yet', {}, PATIENCE)).toBeVisible();
  });

  test('nobody who matches, and the way back', async () => {
    const user = await renderDesk('/customers');
    await screen.findByText('All 1,200 customers.', {}, PATIENCE);
    await user.type(filter(), 'nobody is called so');
    const notice = (await screen.findByText('No matching customers', {}, PATIENCE))
      .parentElement as HTMLElement;
    await user.click(within(notice).getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('All 1,200 customers.', {}, PATIENCE)).toBeVisible();
    expect(filter()).toHaveValue('');
  });

  test.each([
    ['no list', () => Response.json({ status: 'success', message: '', data: {} })],
    ['a refusal', () => Response.json({ status: 'error', message: 'No' }, { status: 403 })],
  ])('a first load that fails, with %s, and Retry', async (_name, answer) => {
    const end = desk.fault(LIST, answer);
    const user = await renderDesk('/customers');
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent('The customers could not be loaded');
    end();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('All 1,200 customers.', {}, PATIENCE)).toBeVisible();
  });

  test('on their way: placeholders, said to be on their way, and nothing said to be missing', async () => {
    const letGo = hold(desk, LIST);
    await renderDesk('/customers');
    const list = await screen.findByRole('region', { name: 'Customers' });
    expect(list).toHaveAttribute('aria-busy', 'true');
    expect(await screen.findByText('Loading customers', {}, PATIENCE)).toBeVisible();
    expect(screen.queryByText(/no customers|No customer|0 customers/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
    letGo();
    expect(await screen.findByText('All 1,200 customers.', {}, PATIENCE)).toBeVisible();
    expect(list).toHaveAttribute('aria-busy', 'false');
  });

  test('why the first load failed stays to be read while it is asked for again', async () => {
    const end = desk.fault(LIST, refuse);
    const user = await renderDesk('/customers');
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(screen.getByRole('region', { name: 'Customers' })).toHaveAttribute('aria-busy', 'false');
    end();
    const letGo = hold(desk, LIST);
    const retry = within(alert).getByRole('button', { name: 'Retry' });
    await user.click(retry);
    await waitFor(() => expect(retry).toHaveAttribute('aria-disabled', 'true'));
    expect(retry).toHaveFocus();
    expect(alert).toHaveTextContent('Not now');
    letGo();
    expect(await screen.findByText('All 1,200 customers.', {}, PATIENCE)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('while they are fetched anew the rows, the filter and its count stand', async () => {
    const user = await renderDesk('/customers');
    await screen.findByText('All 1,200 customers.', {}, PATIENCE);
    await user.type(filter(), 'obi');
    const count = (await screen.findByText(/^\d+ of 1,200 customers\.$/, {}, PATIENCE)).textContent ?? '';
    const letGo = hold(desk, LIST);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(', refreshing')).toBeVisible();
    expect(screen.getByText(count)).toBeVisible();
    expect(screen.getByRole('region', { name: 'Customers' })).toHaveAttribute('aria-busy', 'false');
    letGo();
    await waitFor(() => expect(screen.queryByText(', refreshing')).toBeNull(), PATIENCE);
    expect(screen.getByText(count)).toBeVisible();
    expect(filter()).toHaveValue('obi');
  });

  test('a refresh that fails keeps the rows and says how old they are', async () => {
    const user = await renderDesk('/customers');
    await screen.findByText('All 1,200 customers.', {}, PATIENCE);
    desk.fault(LIST, () => Response.json({ status: 'error', message: 'No' }, { status: 400 }));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('alert', {}, PATIENCE)).toHaveTextContent(
      'The customers could not be refreshed',
    );
    expect(screen.getByText('All 1,200 customers.')).toBeVisible();
  });

  test('rows without an e-mail are set aside and counted; others show what they have', async () => {
    listing([
      {},
      null,
      'x',
      { _id: null, name: 'Only a name', total_trades: 3, date: null },
      { _id: { email: 'only@an.e-mail' }, total_trades: 'many', date: null },
      { _id: { email: '' }, name: 'An empty e-mail' },
      {
        _id: { email: '<img src=x onerror=alert(1)>@x.y' },
        name: '\u202Eevil',
        total_trades: 3,
        date: 'soon',
      },
    ]);
    await renderDesk('/customers');
    expect(await screen.findByText(/^4 rows could not be read/, {}, PATIENCE)).toBeVisible();
    expect(rowsShown()).toHaveLength(3);
    expect(rowsShown()[0]).toHaveTextContent('only@an.e-mail');
    expect(rowsShown()[1]).toHaveTextContent('An empty e-mail');
    expect(within(rowsShown()[1] as HTMLElement).queryByRole('link')).toBeNull();
    expect(rowsShown()[2]).toHaveTextContent('<img src=x onerror=alert(1)>@x.y');
    expect(rowsShown()[2]).toHaveTextContent('soon');
    expect(document.querySelector('main img')).toBeNull();
  });
});
