import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import type { Column } from './column.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { DataTable } from './data-table.tsx';
import { RowLink } from './row-link.tsx';
import type { Sort } from './sorting.ts';
import { GROUP } from './table-body.tsx';
import { useTableState } from './table-state.ts';

interface Row {
  id?: string;
  name: string;
  amount: number;
}

const columns: Column<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'w-37',
    skeleton: 'w-28',
    required: true,
    sortable: true,
    cell: (row) => row.name,
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    width: 'w-38',
    skeleton: 'w-24',
    sortable: true,
    cell: (row) => row.amount,
  },
  { id: 'note', header: 'Note', width: 'w-20', skeleton: 'w-8', optional: true, cell: () => 'a note' },
];
const [nameColumn, amountColumn] = columns as [Column<Row>, Column<Row>];
const plain = [nameColumn, amountColumn];

const people = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `p${index}`, name: `Person ${index}`, amount: index }));
const rowId = (row: Row) => row.id;
const label = (row: Row) => row.name;
const fixed = { label: 'People', view: '', busy: false, rowId };

function Where() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

/** A table that keeps its selection and its sort itself. */
function People({
  rows,
  start = [],
  ...rest
}: { rows: Row[] | undefined; start?: string[] } & Partial<Parameters<typeof DataTable<Row>>[0]>) {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set(start));
  const [sort, setSort] = useState<Sort | null>(null);
  return (
    <MemoryRouter>
      <DataTable<Row>
        {...fixed}
        columns={plain}
        rows={rows}
        sort={sort}
        onSort={setSort}
        selection={{ ids, onChange: setIds, label }}
        {...rest}
      />
      <Where />
    </MemoryRouter>
  );
}

const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select Person/ })
    .filter((box) => box.checked)
    .map((box) => box.getAttribute('aria-label')?.replace('Select Person ', ''));
const header = (name: string) => screen.getByRole('columnheader', { name });

test('a header sorts up, then down, then not at all, and says so', async () => {
  const user = userEvent.setup();
  render(<People rows={people(3)} />);
  const press = () => user.click(within(header('Amount')).getByRole('button'));
  expect(header('Amount')).not.toHaveAttribute('aria-sort');
  await press();
  expect(header('Amount')).toHaveAttribute('aria-sort', 'ascending');
  await press();
  expect(header('Amount')).toHaveAttribute('aria-sort', 'descending');
  await press();
  expect(header('Amount')).not.toHaveAttribute('aria-sort');
  await press();
  await user.click(within(header('Name')).getByRole('button'));
  expect(header('Name')).toHaveAttribute('aria-sort', 'ascending');
  expect(header('Amount')).not.toHaveAttribute('aria-sort');
});

test('without somebody to sort, no header is a button', () => {
  render(
    <MemoryRouter>
      <DataTable<Row> {...fixed} columns={plain} rows={people(2)} />
    </MemoryRouter>,
  );
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('rows stay chosen by their id when they are fetched anew in another order', async () => {
  const user = userEvent.setup();
  const rows = people(4);
  const { rerender } = render(<People rows={rows} />);
  await user.click(checkbox('Select Person 1'));
  rerender(<People rows={rows.toReversed().map((row) => ({ ...row }))} />);
  expect(checkbox('Select Person 1')).toBeChecked();
  expect(chosen()).toEqual(['1']);
  rerender(<People rows={rows.slice(2)} />);
  expect(screen.getByText('1 row selected')).toHaveTextContent('1 not among these');
  rerender(<People rows={rows} />);
  expect(chosen()).toEqual(['1']);
});

test('the focus stays on its record when rows are fetched anew in other places', async () => {
  const user = userEvent.setup();
  const rows = people(4);
  const { rerender } = render(<People rows={rows} />);
  screen.getByRole('region', { name: 'People' }).focus();
  await user.keyboard('jj');
  expect(document.activeElement).toHaveTextContent('Person 1');
  rerender(<People rows={[{ id: 'new', name: 'Somebody new', amount: 9 }, ...people(4)]} />);
  expect(document.activeElement).toHaveTextContent('Person 1');
  await user.keyboard('x');
  expect(checkbox('Select Person 1')).toBeChecked();
  rerender(<People rows={undefined} />);
  rerender(<People rows={people(4).toReversed()} />);
  await user.keyboard('k');
  expect(document.activeElement).toHaveTextContent('Person 2');
});

test('Shift takes a whole range along, in either direction, to what the pressed one becomes', async () => {
  const user = userEvent.setup();
  render(<People rows={people(8)} />);
  await user.click(checkbox('Select Person 5'));
  await user.keyboard('{Shift>}');
  await user.click(checkbox('Select Person 2'));
  await user.keyboard('{/Shift}');
  expect(chosen()).toEqual(['2', '3', '4', '5']);
  await user.keyboard('{Shift>}');
  await user.click(checkbox('Select Person 4'));
  await user.keyboard('{/Shift}');
  expect(chosen()).toEqual(['5']);
});

test('after rows have changed places, Shift takes no range from where the last one was', async () => {
  const user = userEvent.setup();
  const rows = people(8);
  const { rerender } = render(<People rows={rows} />);
  await user.click(checkbox('Select Person 0'));
  rerender(<People rows={rows.toReversed()} />);
  await user.keyboard('{Shift>}');
  await user.click(checkbox('Select Person 3'));
  await user.keyboard('{/Shift}');
  expect(chosen()).toEqual(['3', '0']);
});

test('the box in the header stands for all rows, some, or none', async () => {
  const user = userEvent.setup();
  render(<People rows={[...people(3), { name: 'Nobody', amount: 0 }]} start={['elsewhere']} />);
  const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /these rows/ });
  expect([all().checked, all().indeterminate]).toEqual([false, false]);
  await user.click(checkbox('Select Person 1'));
  expect([all().checked, all().indeterminate]).toEqual([false, true]);
  await user.click(all());
  expect([all().checked, all().indeterminate]).toEqual([true, false]);
  expect(chosen()).toEqual(['0', '1', '2']);
  await user.click(all());
  expect(chosen()).toEqual([]);
  expect(screen.getByText('1 row selected')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear the selection' }));
  expect(screen.queryByText('1 row selected')).toBeNull();
});

test('a row without an id can’t be chosen', () => {
  render(<People rows={[{ name: 'Nobody', amount: 0 }]} />);
  expect(screen.getByRole('checkbox', { name: 'Can’t be selected: no ID' })).toBeDisabled();
});

test('keys go from row to row, choose one and open one', async () => {
  const user = userEvent.setup();
  render(<People rows={people(5)} rowHref={(row) => `/people/${row.id}`} />);
  const place = () => document.activeElement?.getAttribute('data-index');
  screen.getByRole('region', { name: 'People' }).focus();
  const places = [];
  for (const key of ['j', 'j', '{ArrowDown}', 'k', '{End}', 'j', '{Home}', '{ArrowUp}', 'j']) {
    await user.keyboard(key);
    places.push(place());
  }
  expect(places).toEqual(['0', '1', '2', '1', '4', '4', '0', '0', '1']);
  await user.keyboard('x');
  expect(chosen()).toEqual(['1']);
  expect(place()).toBe('1');
  await user.keyboard('{Control>}j{/Control}');
  expect(place()).toBe('1');
  await user.keyboard('{Enter}');
  expect(screen.getByText('/people/p1')).toBeInTheDocument();
});

test('single letters can be turned off; the other keys stay', async () => {
  const user = userEvent.setup();
  render(<People rows={people(3)} shortcuts={false} />);
  const frame = screen.getByRole('region', { name: 'People' });
  frame.focus();
  await user.keyboard('jx');
  expect(frame).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toHaveAttribute('data-index', '0');
});

test('keys typed into a field of a row are the field’s', async () => {
  const user = userEvent.setup();
  const withField: Column<Row>[] = [{ ...nameColumn, cell: (row) => <input aria-label={row.name} /> }];
  render(<People rows={people(2)} columns={withField} />);
  await user.click(screen.getByRole('textbox', { name: 'Person 1' }));
  await user.keyboard('jkx');
  expect(screen.getByRole('textbox', { name: 'Person 1' })).toHaveValue('jkx');
});

test('placeholders stand there until there are rows, and a state in place of them', () => {
  const { rerender } = render(<People rows={undefined} />);
  const frame = screen.getByRole('region', { name: 'People' });
  expect(frame).toHaveAttribute('aria-busy', 'true');
  expect(screen.getAllByRole('row')).toHaveLength(16);
  expect(header('Name')).toBeInTheDocument();
  rerender(
    <People rows={[]}>
      <p>No people yet</p>
    </People>,
  );
  expect(frame).toHaveAttribute('aria-busy', 'false');
  expect(within(frame).getByText('No people yet')).toBeInTheDocument();
  expect(screen.getAllByRole('row')).toHaveLength(1);
  rerender(
    <People rows={people(2)} busy sums={[{ key: 'all', head: '2 people', cells: { amount: '61' } }]} />,
  );
  expect(frame).toHaveAttribute('aria-busy', 'true');
  const sums = within(frame).getByLabelText('Totals');
  expect(within(sums).getByRole('rowheader', { name: '2 people' })).toBeInTheDocument();
  expect(within(sums).getByText('61')).toBeInTheDocument();
});

test.each([3, 100])(
  'of many sums, a few stay in view over the %i rows, and the others come after them',
  (count) => {
    const sums = Array.from({ length: 12 }, (_, key) => ({ key: String(key), head: key, cells: {} }));
    const { rerender } = render(<People rows={people(count)} sums={sums} />);
    const foot = screen.getByLabelText('Totals');
    expect(foot).toHaveStyle({ bottom: `${-44 * 7.5}px` });
    rerender(<People rows={people(count)} sums={sums.slice(0, 5)} />);
    expect(foot.style.bottom).toBe('');
  },
);

test('the rows in view stay there when rows become denser', () => {
  const { rerender } = render(<People rows={people(10_000)} />);
  const frame = screen.getByRole('region', { name: 'People' });
  scrollTo(frame, 44 * 500);
  rerender(<People rows={people(10_000)} density="compact" />);
  fireEvent.scroll(frame);
  expect(frame.scrollTop).toBe(32 * 500);
  expect(screen.getByText('Person 500')).toBeVisible();
});

test.each([3, 10_000])('the focus stays on its row of %i when rows become denser', async (count) => {
  const user = userEvent.setup();
  const { rerender } = render(<People rows={people(count)} />);
  screen.getByRole('region', { name: 'People' }).focus();
  await user.keyboard('jj');
  const row = screen.getByText('Person 1').closest('tr');
  expect(row).toHaveFocus();
  const shown = screen.getAllByText(/^Person/).length;
  rerender(<People rows={people(count)} density="compact" />);
  expect(row).toHaveFocus();
  // There is room for more of them.
  if (count > shown) expect(screen.getAllByText(/^Person/).length).toBeGreaterThan(shown);
});

test('another view begins at its top', () => {
  const scrollTo = vi.spyOn(Element.prototype, 'scrollTo');
  const { rerender } = render(<People rows={people(2)} view="page 1" />);
  scrollTo.mockClear();
  rerender(<People rows={people(2)} view="page 1" />);
  expect(scrollTo).not.toHaveBeenCalled();
  rerender(<People rows={people(2)} view="page 2" />);
  expect(scrollTo).toHaveBeenCalledWith({ top: 0 });
});

function scrollTo(frame: HTMLElement, top: number): void {
  frame.scrollTop = top;
  fireEvent.scroll(frame);
}

test('of ten thousand rows only those in view are there, and each says which it is', async () => {
  const cell = vi.fn((row: Row) => row.name);
  const counted: Column<Row>[] = [{ ...nameColumn, cell }];
  render(<People rows={people(10_000)} columns={counted} />);
  const table = screen.getByRole('table');
  await screen.findByText('Person 20');
  await waitFor(() => expect(within(table).getAllByRole('row').length).toBeLessThan(60));
  expect(table).toHaveAttribute('aria-rowcount', '10001');
  expect(screen.getByText('Person 3').closest('tr')).toHaveAttribute('aria-rowindex', '5');

  cell.mockClear();
  const frame = screen.getByRole('region', { name: 'People' });
  scrollTo(frame, 44 * 5_000);
  expect(screen.getByText('Person 5000').closest('tr')).toHaveAttribute('aria-rowindex', '5002');
  expect(screen.queryByText('Person 0')).toBeNull();
  expect(cell.mock.calls.length).toBeLessThan(60);

  // Rows that stay in view are not rendered again, and those ahead come by groups.
  const rendered: number[] = [];
  for (const _ of Array(8)) {
    cell.mockClear();
    scrollTo(frame, frame.scrollTop + 44);
    rendered.push(cell.mock.calls.length);
  }
  expect(new Set(rendered)).toEqual(new Set([0, GROUP]));
});

test('rows that were scrolled to are a table, in their order', async () => {
  render(<People rows={people(10_000)} />);
  const table = screen.getByRole('table');
  const frame = screen.getByRole('region', { name: 'People' });
  const places = () =>
    [...table.querySelectorAll('tbody tr')].map((row) => Number(row.getAttribute('aria-rowindex')));
  for (const top of [44 * 30, 44 * 50, 44 * 41]) scrollTo(frame, top);
  const row = within(table).getByRole('row', { name: /Person 50 / });
  expect(within(row).getAllByRole('cell')).toHaveLength(3);
  expect(row).toHaveAttribute('aria-rowindex', '52');
  expect(within(table).getAllByRole('columnheader')).toHaveLength(2);
  expect(row.closest('[role=rowgroup]')).toBeInTheDocument();
  expect(places()).toEqual(places().toSorted((a, b) => a - b));
  expect(new Set(places()).size).toBe(places().length);
});

test('the focus stays on its row, wherever the list is scrolled to, and keys go on from it', async () => {
  const user = userEvent.setup();
  render(<People rows={people(10_000)} />);
  const frame = screen.getByRole('region', { name: 'People' });
  frame.focus();
  await user.keyboard('jj');
  const row = screen.getByRole('row', { name: /Person 1 / });
  expect(row).toHaveFocus();
  for (const top of [44 * 3_000, 44 * 3_002]) scrollTo(frame, top);
  expect(screen.getByText('Person 3002')).toBeInTheDocument();
  expect(row).toHaveFocus();
  expect(row).toHaveTextContent('Person 1');
  await user.keyboard('x');
  expect(chosen()).toEqual(['1']);
});

test('a link in a row that was scrolled to leads where that row does, and is left to the browser with a key held', async () => {
  const user = userEvent.setup();
  const linked: Column<Row>[] = [
    { ...nameColumn, cell: (row) => <RowLink href={`/people/${row.id}`}>{row.name}</RowLink> },
  ];
  render(<People rows={people(10_000)} columns={linked} />);
  const frame = screen.getByRole('region', { name: 'People' });
  scrollTo(frame, 44 * 500);
  const link = screen.getByRole('link', { name: 'Person 505' });
  // jsdom can't navigate and logs an error about a press on a link that nothing handles.
  const stop = vi.fn((event: Event) => event.preventDefault());
  document.addEventListener('click', stop, { once: true });
  await user.keyboard('{Control>}');
  await user.click(link);
  await user.keyboard('{/Control}');
  expect(screen.queryByText('/people/p505')).toBeNull();
  await user.click(link);
  expect(screen.getByText('/people/p505')).toBeInTheDocument();
});

test('all of ten thousand rows are chosen at once', async () => {
  const onChange = vi.fn();
  render(<People rows={people(10_000)} selection={{ ids: new Set(), onChange, label }} />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all these rows' }));
  expect(onChange.mock.lastCall?.[0].size).toBe(10_000);
});

function ChosenColumns() {
  const { columns: shown, choice, sort, onSort } = useTableState(columns);
  return (
    <>
      <ColumnChooser choice={choice} />
      <DataTable<Row> {...fixed} columns={shown} rows={people(2)} sort={sort} onSort={onSort} />
      <Where />
    </>
  );
}

const headers = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent);
const address = () => screen.getByText(/^\/loans/).textContent;

test('the choice of columns stands in the address', async () => {
  const user = userEvent.setup();
  render(
    <MemoryRouter initialEntries={['/loans?page=2&x=1']}>
      <ChosenColumns />
    </MemoryRouter>,
  );
  expect(headers()).toEqual(['Name', 'Amount']);
  // The panel's code comes when the pointer is near.
  await user.hover(screen.getByRole('button', { name: 'Columns' }));
  await vi.dynamicImportSettled();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const panel = await screen.findByRole('dialog', { name: 'Columns' });
  expect(within(panel).getByRole('checkbox', { name: 'Name Always shown' })).toBeDisabled();
  await user.click(within(panel).getByRole('checkbox', { name: 'Note' }));
  expect(headers()).toEqual(['Name', 'Amount', 'Note']);
  expect(address()).toBe('/loans?page=2&x=1&cols=name%2Camount%2Cnote');
  await user.click(within(panel).getByRole('button', { name: 'Move Note up' }));
  expect(headers()).toEqual(['Name', 'Note', 'Amount']);
  within(panel).getByRole('checkbox', { name: 'Note' }).focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(headers()).toEqual(['Name', 'Amount', 'Note']);
  await user.tab();
  expect(within(panel).getByRole('button', { name: 'Move Note up' })).toHaveFocus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}{ArrowDown}{ArrowDown}');
  expect(within(panel).getByRole('checkbox', { name: 'Note' })).toHaveFocus();
  expect(headers()).toEqual(['Name', 'Note', 'Amount']);
  await user.keyboard('{ArrowDown} ');
  expect(headers()).toEqual(['Name', 'Note']);
  await user.click(within(panel).getByRole('button', { name: 'Reset' }));
  expect(headers()).toEqual(['Name', 'Amount']);
  expect(address()).toBe('/loans?page=2&x=1');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Columns' })).toHaveFocus();
});

test.each([
  ['{ArrowDown}', 'amount,name,note'],
  ['{ArrowUp}', 'amount,note,name'],
])(
  'from the buttons of a column that is always shown, %s goes to the column next to it',
  async (key, order) => {
    const user = userEvent.setup();
    render(
      <MemoryRouter initialEntries={[`/loans?cols=${order}`]}>
        <ChosenColumns />
      </MemoryRouter>,
    );
    await user.hover(screen.getByRole('button', { name: 'Columns' }));
    await vi.dynamicImportSettled();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    const panel = await screen.findByRole('dialog', { name: 'Columns' });
    within(panel).getByRole('button', { name: 'Move Name up' }).focus();
    await user.keyboard(key);
    expect(within(panel).getByRole('checkbox', { name: 'Note' })).toHaveFocus();
  },
);

test('a sort begins at the first page, and stands in the address', async () => {
  render(
    <MemoryRouter initialEntries={['/loans?page=2&cols=amount,name']}>
      <ChosenColumns />
    </MemoryRouter>,
  );
  expect(headers()).toEqual(['Amount', 'Name']);
  await userEvent.click(within(header('Amount')).getByRole('button'));
  expect(address()).toBe('/loans?cols=amount%2Cname&sort=amount');
  await userEvent.click(within(header('Amount')).getByRole('button'));
  expect(address()).toBe('/loans?cols=amount%2Cname&sort=-amount');
  await userEvent.click(within(header('Amount')).getByRole('button'));
  expect(address()).toBe('/loans?cols=amount%2Cname');
});

test.each([3, 100])('%i rows are written again when another tab chooses another time zone', async (count) => {
  await changeSettings({ timeZone: 'utc' });
  const time: Column<Row> = { ...nameColumn, cell: ({ amount }) => formatInstant(amount) };
  render(
    <MemoryRouter>
      <DataTable {...fixed} columns={[time]} rows={people(count)} />
    </MemoryRouter>,
  );
  expect(screen.getAllByText('1 Jan 1970, 00:00')[2]).toBeInTheDocument();
  await act(async () => void (await changeSettings({ timeZone: 'business' })));
  expect(screen.queryByText('1 Jan 1970, 00:00')).toBeNull();
  expect(screen.getAllByText('1 Jan 1970, 01:00')[2]).toBeInTheDocument();
});
