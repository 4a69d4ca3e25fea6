import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { embeddedUpstream, UpstreamFault } from '#gateway/proxy/upstream.ts';
import { browserAs, setRules } from '#tests/support/approvals.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { stateOf } from '#tests/support/orders.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { addOrders, type RunOrder } from '#tests/support/runs.ts';
import { HARBOUR } from '#tests/support/service.ts';
import { browserTabs } from '#tests/support/tabs.ts';

const desk = deskOfFile();
/** For a run: polled rarely, because every query of the document slows down what runs in this process. */
const LONG = { timeout: 60_000, interval: 500 };
const pool = () => desk.gateway.service.database.pool;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await desk.signIn();
});

async function compose(): Promise<UserEvent> {
  const user = await renderDesk('/orders/cancel');
  await screen.findByLabelText(/Paste lines/, undefined, PATIENCE);
  return user;
}

async function paste(text: string): Promise<void> {
  await act(
    async () => void fireEvent.change(screen.getByLabelText(/Paste lines/), { target: { value: text } }),
  );
}

const textOf = (orders: readonly RunOrder[]) =>
  orders.map(({ memberId, orderId }) => `${memberId},${orderId}`);

/** The button that asks for the confirmation; a phone has its own. */
async function startButton(name: string | RegExp): Promise<HTMLElement> {
  return (await screen.findAllByRole('button', { name }, PATIENCE))[0] as HTMLElement;
}

async function openDialog(user: UserEvent, count: number): Promise<HTMLElement> {
  await user.selectOptions(screen.getByLabelText('Reason'), 'Duplicate order');
  await user.click(await startButton(new RegExp(`^Cancel ${count} orders?…`)));
  return await screen.findByRole('dialog', undefined, PATIENCE);
}

async function confirm(user: UserEvent, count: number): Promise<void> {
  const dialog = await openDialog(user, count);
  if (count >= 20) await user.type(within(dialog).getByLabelText(`Type ${count} to confirm`), String(count));
  await user.click(within(dialog).getByRole('button', { name: new RegExp(`^Cancel ${count} order`) }));
}

const onRunPage = async () =>
  await waitFor(() => expect(address()).toMatch(/^\/orders\/runs\/[0-9a-f-]{36}$/), PATIENCE);

/** How often each number of lines was started as a run. */
async function startedRuns(): Promise<number[]> {
  const { rows } = await pool().query<{ lines: number }>(
    'select count(*)::int as lines from desk.journal where run is not null group by run order by 1',
  );
  return rows.map(({ lines }) => lines);
}

async function withoutRuns(): Promise<void> {
  await pool().query("update desk.run set state = 'stopped', finished_at = now(), token = null");
  await pool().query('delete from desk.journal');
  await pool().query('delete from desk.run');
}

/** Orders of the demo that nothing has happened to, by status and type. */
async function demoOrders(status: string, swap = false): Promise<RunOrder[]> {
  const { rows } = await pool().query<RunOrder>(
    `select m.id as "memberId", r.id as "orderId" from service.member_order r
     join service.member m on m.user_id = r.user_id join service.organisation o on o.id = r.organisation_id
     where o.name = 'Crestline' and r.status = $1 and (r.type = 'Swap') = $2 order by r.id`,
    [status, swap],
  );
  return rows;
}

test('each of 40 pasted lines gets one outcome, and nothing is done twice', {
  timeout: 120_000,
}, async () => {
  const active = await demoOrders('Active');
  const fresh = active.slice(0, 20);
  const spare = active.slice(20, 23);
  const terminated = (await demoOrders('Terminated')).slice(0, 4);
  const fulfilled = (await demoOrders('Fulfilled')).slice(0, 4);
  const swaps = (await demoOrders('Active', true)).slice(0, 2);
  const otherMember = (not: string) => active.find(({ memberId }) => memberId !== not)?.memberId ?? '';
  const foreign = spare.map(({ memberId, orderId }) => ({ memberId: otherMember(memberId), orderId }));
  const malformed = [
    'only-a-member',
    'm 1,o1',
    `${fresh[0]?.memberId},../../session`,
    ',',
    `"${fresh[0]?.memberId},o`,
  ];
  const lines = [
    ...textOf([...fresh, ...terminated, ...fulfilled, ...foreign, ...swaps]),
    ...malformed,
    ...textOf(fresh.slice(0, 2)),
  ];
  expect(lines).toHaveLength(40);

  // Two calls reach a service that doesn't know keys, and their answers are lost on the way back.
  const lost = new Set(fresh.slice(10, 12).map(({ orderId }) => orderId));
  const real = embeddedUpstream(desk.gateway.service.fetch);
  desk.replaceService(async (request) => {
    const { 'idempotency-key': _, ...headers } = request.headers;
    const answer = await real({ ...request, headers });
    const order = [...lost].find((id) => request.target.includes(id));
    if (order === undefined) return answer;
    lost.delete(order);
    throw new UpstreamFault('timeout');
  });

  const user = await compose();
  await paste(lines.join('\r\n'));
  expect(
    await screen.findByText(/33 to cancel · 2 duplicates skipped · 5 invalid/, undefined, PATIENCE),
  ).toBeVisible();
  await confirm(user, 33);
  await onRunPage();
  expect(
    await screen.findByText(/Starts in \d+ s. Nothing has been sent./, undefined, PATIENCE),
  ).toBeVisible();
  expect(await demoOrders('Active')).toHaveLength(active.length);
  await user.click(screen.getByRole('button', { name: 'Start now' }));

  expect(await screen.findByText('Done', undefined, LONG)).toBeVisible();
  const chips = within(screen.getByRole('group', { name: 'Outcomes of 33 orders' })).getAllByRole('button');
  expect(chips.map(({ textContent }) => textContent)).toEqual(['All 33', 'Cancelled 20', 'Refused 13']);
  // Every line that is left has been refused for good.
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  const id = location.pathname.split('/').at(-1);
  const page = await (await fetch(`/runs/${id}/lines?limit=1000`)).json();
  const tally: Record<string, number> = {};
  for (const { by, code, status } of page.data.lines) {
    const name = by ?? code ?? String(status);
    tally[name] = (tally[name] ?? 0) + 1;
  }
  expect(tally).toEqual({
    'this-request': 18,
    'this-or-earlier': 2,
    earlier: 4,
    ORDER_FULFILLED_ERROR: 4,
    USER_MISMATCH_ERROR: 3,
    ORDER_OPERATION_NOT_ALLOWED_ERROR: 2,
  });
  for (const { orderId } of fresh) {
    const { status, escrow, events } = await stateOf(pool(), orderId);
    expect([status, escrow.map(({ kind }) => kind), events.length]).toEqual([
      'Terminated',
      ['hold', 'reversal'],
      1,
    ]);
  }
  for (const { orderId } of [...spare, ...swaps]) {
    expect((await stateOf(pool(), orderId)).escrow.map(({ kind }) => kind)).toEqual(['hold']);
  }
});

describe('a start whose answer is lost', () => {
  const ORDERS = ['m1,o1', 'm1,o2'].join('\n');

  /** Starts a run of two orders, whose answer is lost. */
  async function startWithoutAnswer(): Promise<{ user: UserEvent; dialog: HTMLElement }> {
    const repair = desk.fault(/^\/runs\/[^/]+$/, async (_, pass) => {
      await pass();
      throw new TypeError('Failed to fetch');
    });
    const user = await compose();
    await paste(ORDERS);
    await confirm(user, 2);
    const dialog = screen.getByRole('dialog');
    await within(dialog).findByText(/Pledge did not answer/, undefined, LONG);
    repair();
    return { user, dialog };
  }
  beforeEach(withoutRuns);

  test('is repeated, and starts one run', async () => {
    let isLost = true;
    desk.fault(/^\/runs\/[^/]+$/, async (request, pass) => {
      const answer = await pass();
      if (request.method !== 'PUT' || !isLost) return answer;
      isLost = false;
      throw new TypeError('Failed to fetch');
    });
    const user = await compose();
    await paste(ORDERS);
    await confirm(user, 2);
    await onRunPage();
    expect(await startedRuns()).toEqual([2]);
    expect(localStorage.getItem('pledge-drafts:cancel-orders') ?? '').not.toContain('o1');
  });

  test('keeps the list and its id, so that trying again and reloading are safe', {
    timeout: 60_000,
  }, async () => {
    const repair = desk.fault(/^\/runs\/[^/]+$/, () => {
      throw new TypeError('Failed to fetch');
    });
    const user = await compose();
    await paste(ORDERS);
    await confirm(user, 2);
    const dialog = screen.getByRole('dialog');
    expect(await within(dialog).findByText(/Pledge did not answer/, undefined, LONG)).toBeVisible();
    cleanup();
    repair();
    await compose();
    expect(screen.getByLabelText(/Paste lines/)).toHaveValue(ORDERS);
    expect(await startedRuns()).toEqual([]);
  });

  test('is noticed on the next visit, and the list is not offered again', { timeout: 60_000 }, async () => {
    await startWithoutAnswer();
    cleanup();
    const later = await compose();
    expect(screen.getByText('The run that you started here was accepted')).toBeVisible();
    expect(screen.getByLabelText(/Paste lines/)).toHaveValue('');
    await later.click(screen.getAllByRole('link', { name: 'View run' })[0] as HTMLElement);
    await onRunPage();
    expect(await startedRuns()).toEqual([2]);
  });

  test('whose page was left takes the person nowhere, and is told on the next visit', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isAnswered = false;
    const end = desk.fault(/^\/runs\/[^/]+$/, async (_, pass) => {
      const answer = await pass();
      await released;
      isAnswered = true;
      return answer;
    });
    const user = await compose();
    await paste(ORDERS);
    await confirm(user, 2);
    await waitFor(async () => expect(await startedRuns()).toEqual([2]), PATIENCE);
    await act(async () => {
      history.pushState(null, '', '/settings');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await screen.findByRole('heading', { level: 1, name: 'Settings' }, PATIENCE);
    release();
    await waitFor(() => expect(isAnswered).toBe(true), PATIENCE);
    await act(async () => await new Promise((resolve) => setImmediate(resolve)));
    expect(address()).toBe('/settings');
    cleanup();
    end();
    await compose();
    expect(screen.getByText('The run that you started here was accepted')).toBeVisible();
  });

  test('leaves what was changed since to be continued on the next visit', { timeout: 60_000 }, async () => {
    const { user, dialog } = await startWithoutAnswer();
    await user.click(within(dialog).getByRole('button', { name: 'Go back' }));
    await paste(`${ORDERS}\nm1,o3`);
    cleanup();
    const later = await compose();
    expect(screen.getByLabelText(/Paste lines/)).toHaveValue(`${ORDERS}\nm1,o3`);
    await confirm(later, 3);
    const told = 'A run was started from an earlier version of this list';
    expect(await screen.findByText(told, undefined, PATIENCE)).toBeVisible();
    expect(await startedRuns()).toEqual([2]);
  });

  test('leaves the list to the tab that has it open, and ends it on the next visit', {
    timeout: 60_000,
  }, async () => {
    const tabs = browserTabs();
    await startWithoutAnswer();
    const kept = () => localStorage.getItem('pledge-drafts:cancel-orders') ?? '';
    await tabs.duplicate();
    await compose();
    expect(screen.getByText('The run that you started here was accepted')).toBeVisible();
    expect(kept()).toContain('m1,o2');
    cleanup();
    // Every tab is closed.
    Reflect.deleteProperty(navigator, 'locks');
    await compose();
    expect(screen.getByText('The run that you started here was accepted')).toBeVisible();
    expect(kept()).not.toContain('m1,o2');
  });

  test('is not taken for the start of a list that was changed since', { timeout: 60_000 }, async () => {
    const { user, dialog } = await startWithoutAnswer();
    await user.click(within(dialog).getByRole('button', { name: 'Go back' }));
    await paste(`${ORDERS}\nm1,o3`);
    await confirm(user, 3);
    expect(
      await screen.findByText(/A run was started from an earlier version of this list/, undefined, PATIENCE),
    ).toBeVisible();
    expect(await startedRuns()).toEqual([2]);
    await user.click(screen.getByRole('button', { name: 'Use as a new list' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Cancel orders' })).toHaveFocus();
    await confirm(user, 3);
    await onRunPage();
    expect(await startedRuns()).toEqual([2, 3]);
  });
});

describe('a run that must not start', () => {
  beforeEach(withoutRuns);

  test('is never sent for someone else who has signed in meanwhile', async () => {
    const user = await compose();
    await paste('m1,o1');
    const dialog = await openDialog(user, 1);
    const signInName = 'Your session has ended';
    // Another tab signs in, and this one has not heard of it yet.
    await desk.signIn(HARBOUR);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel 1 order' }));
    const signIn = await screen.findByRole('dialog', { name: signInName }, PATIENCE);
    expect(await startedRuns()).toEqual([]);
    await user.click(within(signIn).getByRole('button', { name: /^Crestline/ }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: signInName })).toBeNull(), PATIENCE);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel 1 order' }));
    await onRunPage();
    expect(await startedRuns()).toEqual([1]);
  });

  test('says what is missing, and needs its count typed from 20 orders on', async () => {
    const orders = await addOrders(pool(), 20, 'c0');
    const user = await compose();
    expect(await startButton('Cancel orders')).toBeDisabled();
    await paste(textOf(orders).join('\n'));
    await user.click(await startButton('Cancel 20 orders…'));
    expect(screen.getByText('Choose a reason.')).toBeVisible();
    expect(screen.getByLabelText('Reason')).toHaveFocus();
    const dialog = await openDialog(user, 20);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel 20 orders' }));
    expect(within(dialog).getByText('Enter the number of orders, 20.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Go back' }));
    expect(screen.getByLabelText(/Paste lines/)).toHaveValue(textOf(orders).join('\n'));
    expect(await startedRuns()).toEqual([]);
    const again = await openDialog(user, 20);
    await user.type(within(again).getByLabelText('Type 20 to confirm'), '٢٠{Enter}');
    await onRunPage();
    expect(await startedRuns()).toEqual([20]);
  });
});

test('lines keep the numbers of the list, and those that are skipped are counted before', async () => {
  await withoutRuns();
  const user = await compose();
  await paste(['member_id,order_id', 'm1,o1', 'm1,o1', 'm1', 'm1,o2'].join('\n'));
  const dialog = await openDialog(user, 2);
  expect(within(dialog).getByText('2 lines')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel 2 orders' }));
  await onRunPage();
  const { rows } = await pool().query('select line from desk.journal where run is not null order by line');
  expect(rows).toEqual([{ line: 2 }, { line: 5 }]);
});

test('a run that the rules let wait says so before it is confirmed, and who requested it after', async () => {
  await withoutRuns();
  const administrator = await browserAs(desk.gateway, 'administrator');
  await setRules(administrator, { runLines: { on: true, above: 1 } });
  const user = await compose();
  await paste('m1,o1\nm1,o2');
  const dialog = await openDialog(user, 2);
  const waits = await within(dialog).findByText(/someone else approves it\.$/, undefined, PATIENCE);
  expect(waits).toHaveTextContent('2 orders: runs of more than 1 order need approval.');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel 2 orders' }));
  await onRunPage();
  expect(await screen.findByText(/^Requested by Crestline/, undefined, PATIENCE)).toBeVisible();
  await setRules(administrator, {});
});

test('a file that Excel saved as Unicode text is read, and removed', async () => {
  const user = await compose();
  const bytes = Buffer.from('\uFEFFMember ID\tOrder ID\r\nm1\to1\r\n', 'utf16le');
  const file = new File([], 'orders.txt');
  file.arrayBuffer = async () => new Uint8Array(bytes).buffer;
  fireEvent.change(screen.getByLabelText('File of orders'), { target: { files: [file] } });
  expect(await screen.findByText('orders.txt', undefined, PATIENCE)).toBeVisible();
  expect(await screen.findByText(/^1 to cancel/, undefined, PATIENCE)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(screen.getByRole('button', { name: 'Choose a file' })).toHaveFocus();
});

test('a reason that is chosen while a file is read stays', async () => {
  await compose();
  let give = (_: string) => {};
  const file = new File([], 'orders.csv');
  file.arrayBuffer = () =>
    new Promise((resolve) => {
      give = (text) => resolve(new TextEncoder().encode(text).buffer);
    });
  fireEvent.change(screen.getByLabelText('File of orders'), { target: { files: [file] } });
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Duplicate order' } });
  await act(async () => give('m1,o1'));
  expect(await screen.findByText('orders.csv', undefined, PATIENCE)).toBeVisible();
  expect(screen.getByLabelText('Reason')).toHaveValue('Duplicate order');
});

test('of two files the one that was chosen last counts, and one that can’t be taken is named', async () => {
  await compose();
  const fileOf = (name: string, text: Promise<string>) =>
    Object.assign(new File([], name), {
      arrayBuffer: async () => new TextEncoder().encode(await text).buffer,
    });
  const choose = (file: File) =>
    fireEvent.change(screen.getByLabelText('File of orders'), { target: { files: [file] } });
  let give = (_: string) => {};
  choose(fileOf('slow.csv', new Promise((resolve) => (give = resolve))));
  choose(fileOf('quick.csv', Promise.resolve('m1,o1')));
  expect(await screen.findByText('quick.csv', undefined, PATIENCE)).toBeVisible();
  await act(async () => give('m2,o2'));
  expect(screen.getByText('quick.csv')).toBeVisible();
  choose(Object.defineProperty(new File([], 'huge.csv'), 'size', { value: 20_000_001 }));
  expect(await screen.findByText('huge.csv is too large. The limit is 20 MB.')).toBeVisible();
});

test('of several files that are dropped none is taken, nor one without lines', async () => {
  await compose();
  await paste('m1,typed');
  const area = screen.getByLabelText(/Paste lines/);
  const drop = (...files: File[]) => fireEvent.drop(area, { dataTransfer: { types: ['Files'], files } });
  drop(new File(['m2,o2'], 'first.csv'), new File(['m3,o3'], 'second.csv'));
  expect(await screen.findByText('Drop one file at a time. None of these 2 was read.')).toBeVisible();
  drop(new File(['\n \n'], 'empty.csv'));
  expect(await screen.findByText('empty.csv is empty.')).toBeVisible();
  expect(area).toHaveValue('m1,typed');
  await paste('m1,typed\nm1,more');
  expect(area).toBeValid();
  drop(new File(['m2,o2'], 'first.csv'));
  expect(await screen.findByText('first.csv', undefined, PATIENCE)).toBeVisible();
  expect(screen.queryByText('empty.csv is empty.')).toBeNull();
});

test('a list that a file took the place of is there again once the file is removed', async () => {
  const user = await compose();
  await paste('m1,typed');
  const choose = (file: File) =>
    fireEvent.change(screen.getByLabelText('File of orders'), { target: { files: [file] } });
  choose(new File(['m2,o2'], 'first.csv'));
  expect(await screen.findByText('first.csv', undefined, PATIENCE)).toBeVisible();
  choose(new File(['m3,o3'], 'second.csv'));
  expect(await screen.findByText('second.csv', undefined, PATIENCE)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(screen.getByLabelText(/Paste lines/)).toHaveValue('m1,typed');
});

test('names the members, and warns about ids that look swapped, before anything is sent', async () => {
  await withoutRuns();
  const orders = (await addOrders(pool(), 6, 'e0')).slice(0, 6);
  const { rows } = await pool().query<{ name: string }>(
    `select concat(profile->>'fname', ' ', profile->>'lname') as name from service.member where id = $1`,
    [orders[0]?.memberId],
  );
  const lines = textOf(orders);
  const [last] = orders.slice(-1);
  lines[5] = `${last?.orderId},${last?.memberId}`;
  const user = await compose();
  await paste(lines.join('\n'));
  expect(await screen.findByText(/6 to cancel, 1 of them to check/, undefined, PATIENCE)).toBeVisible();
  expect(screen.getByText('The member ID and the order ID look swapped.')).toBeVisible();
  expect((await screen.findAllByText(rows[0]?.name ?? '-', undefined, PATIENCE))[0]).toBeVisible();
  const dialog = await openDialog(user, 6);
  expect(within(dialog).getByText('1 line may be wrong')).toBeVisible();
  expect(within(dialog).getByText('Crestline Capital')).toBeVisible();
  expect(await startedRuns()).toEqual([]);
});

test('warns only about ids that are sent', async () => {
  await withoutRuns();
  const orders = (await addOrders(pool(), 5, 'f0')).slice(0, 5);
  const [first] = orders;
  const user = await compose();
  // An order under a second member, whom no one knows.
  await paste([...textOf(orders), `nobody-1,${first?.orderId}`].join('\n'));
  expect(await screen.findByText(/4 to cancel · 2 under two members/, undefined, PATIENCE)).toBeVisible();
  // At the foot of a narrow window.
  expect(screen.getByText('6 lines')).toBeInTheDocument();
  const dialog = await openDialog(user, 4);
  expect(within(dialog).getByText('2 lines')).toBeVisible();
  expect(within(dialog).queryByText(/may be wrong/)).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Go back' }));
  await user.click(screen.getByRole('checkbox', { name: /^Include 2 lines/ }));
  const again = await openDialog(user, 6);
  expect(within(again).getByText('1 line may be wrong')).toBeVisible();
});

test('a list that replaces another needs its own consent to orders under two members', async () => {
  await withoutRuns();
  const user = await compose();
  const include = () => screen.findByRole('checkbox', { name: /^Include 2 lines/ }, PATIENCE);
  await paste('m1,o1\nm2,o1\nm1,o2');
  await user.click(await include());
  expect(await startButton('Cancel 3 orders…')).toBeVisible();
  await paste('m1,o3\nm2,o3\nm1,o4');
  expect(await startButton('Cancel 1 order…')).toBeVisible();
  expect(await include()).not.toBeChecked();
});

test('a press while lines are read asks for the confirmation of those once they are', async () => {
  const user = await compose();
  await paste('m1,o1\nm1,o2');
  await user.selectOptions(screen.getByLabelText('Reason'), 'Duplicate order');
  const start = await startButton('Cancel 2 orders…');
  fireEvent.change(screen.getByLabelText(/Paste lines/), { target: { value: 'm1,o1\nm1,o2\nm1,o3' } });
  fireEvent.click(start);
  expect(screen.queryByRole('dialog')).toBeNull();
  const dialog = await screen.findByRole('dialog', { name: 'Cancel 3 orders?' }, PATIENCE);
  expect(within(dialog).getByRole('button', { name: 'Cancel 3 orders' })).toBeVisible();
});

test('a press while lines are read asks for nothing where none of them is an order', async () => {
  const user = await compose();
  await paste('m1,o1\nm1,o2');
  await user.selectOptions(screen.getByLabelText('Reason'), 'Duplicate order');
  const start = await startButton('Cancel 2 orders…');
  fireEvent.change(screen.getByLabelText(/Paste lines/), { target: { value: 'm1' } });
  fireEvent.click(start);
  expect(await startButton('Cancel orders')).toBeDisabled();
  await paste('m1,o3');
  expect(await startButton('Cancel 1 order…')).toBeEnabled();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a file that arrives during the confirmation has to be confirmed anew', async () => {
  const user = await compose();
  let give = (_: string) => {};
  const file = Object.assign(new File([], 'orders.csv'), {
    arrayBuffer: () =>
      new Promise((resolve) => {
        give = (text) => resolve(new TextEncoder().encode(text).buffer);
      }),
  });
  const twenty = (name: string) => Array.from({ length: 20 }, (_, nth) => `m1,${name}${nth}`).join('\n');
  await paste(twenty('typed'));
  fireEvent.change(screen.getByLabelText('File of orders'), { target: { files: [file] } });
  const dialog = await openDialog(user, 20);
  await user.type(within(dialog).getByLabelText('Type 20 to confirm'), '20');
  await act(async () => give(twenty('read')));
  await waitFor(async () => expect(screen.getByText('orders.csv')).toBeInTheDocument(), PATIENCE);
  expect(await screen.findByLabelText('Type 20 to confirm', {}, PATIENCE)).toHaveValue('');
});

test('shows all lines again once none of them is skipped any more', async () => {
  await withoutRuns();
  const [first, second] = textOf(await addOrders(pool(), 2, 'g0'));
  const user = await compose();
  await paste([first, second, first].join('\n'));
  await user.click(await screen.findByRole('checkbox', { name: 'Show skipped lines only' }, PATIENCE));
  await waitFor(() => expect(rowsShown()).toHaveLength(1), PATIENCE);
  await paste([first, second].join('\n'));
  await waitFor(() => expect(rowsShown()).toHaveLength(2), PATIENCE);
});

test('a list that another is taken in place of is offered again', async () => {
  await compose();
  await paste('m1,first');
  cleanup();
  sessionStorage.clear();
  const user = await compose();
  const take = await screen.findByRole('button', { name: 'Continue with it' }, PATIENCE);
  await paste('m1,second');
  await user.click(take);
  expect(screen.getByLabelText(/Paste lines/)).toHaveValue('m1,first');
  await user.click(screen.getByRole('button', { name: 'Continue with it' }));
  expect(screen.getByLabelText(/Paste lines/)).toHaveValue('m1,second');
  expect(localStorage.getItem('pledge-drafts:cancel-orders')).toMatch(/first.*second|second.*first/);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Cancel orders' })).toHaveFocus();
});

test('a list that is changed in a duplicate of its tab leaves the first as it was, and both start one run', async () => {
  await withoutRuns();
  const tabs = browserTabs();
  const kept = () => localStorage.getItem('pledge-drafts:cancel-orders');
  const user = await compose();
  await paste('m1,first');
  await waitFor(() => expect(kept()).toContain('first'), PATIENCE);
  await tabs.duplicate();
  const other = await compose();
  expect(screen.getByLabelText(/Paste lines/)).toHaveValue('m1,first');
  await paste('m1,first\nm1,second');
  await waitFor(() => expect(kept()).toMatch(/m1,first".*m1,first\\nm1,second"/), PATIENCE);
  await confirm(other, 2);
  await onRunPage();
  // The first tab is reloaded, and starts what it has.
  cleanup();
  await compose();
  expect(screen.getByLabelText(/Paste lines/)).toHaveValue('m1,first');
  await confirm(user, 1);
  expect(
    await screen.findByText('A run was started from an earlier version of this list', undefined, PATIENCE),
  ).toBeVisible();
  expect(await startedRuns()).toEqual([2]);
});
