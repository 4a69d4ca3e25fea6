import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { formatInstantFully } from '#dashboard/lib/times.ts';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { RowLink } from './row-link.tsx';
import { HEADER_HEIGHT } from './table-look.ts';

interface Row {
  name: string;
  trades: number | null;
}

const name: Column<Row> = {
  ...{ id: 'name', header: 'Name', width: 'w-20', skeleton: 'w-8' },
  cell: (row) => <RowLink href={`/people/${row.name}`}>{row.name}</RowLink>,
};
const trades: Column<Row> = {
  ...{ id: 'trades', header: 'Trades', width: 'w-20', skeleton: 'w-8' },
  cell: (row) => (row.trades === null ? <Missing /> : <b>{row.trades}</b>),
};

function Missing() {
  return 'none';
}

/** Few names and figures, so that what stands in an element often stands in another row, too. */
const lists = fc.array(
  fc.record({ name: fc.constantFrom('Ada', 'Bola', 'Chi'), trades: fc.constantFrom(0, 1, null) }),
  { minLength: 7, maxLength: 23 },
);

/** So many rows that few of them are in view. */
const many = (some: readonly Row[]) =>
  Array.from({ length: 400 }, (_, place) => some[place % some.length] as Row);

const scroll = fc.integer({ min: -30, max: 30 });
const columns = fc.constantFrom([name, trades], [trades, name], [trades]);
const deeds = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ scroll }) },
    { weight: 1, arbitrary: fc.record({ rows: lists }) },
    { weight: 1, arbitrary: fc.record({ columns }) },
    { weight: 1, arbitrary: fc.record({ scroll, columns }) },
    { weight: 1, arbitrary: fc.constant({ rest: true } as const) },
  ),
  { minLength: 2, maxLength: 10 },
);

const ROW = 44;
const ROOM = window.innerHeight - HEADER_HEIGHT;
const RESTED_MS = 160;

const after = (ms: number) => act(() => new Promise<void>((done) => setTimeout(done, ms)));

/** How far down an element stands, from the groups of rows and the rows over it. */
function topOf(row: HTMLElement): number {
  const group = row.closest('tbody') as HTMLElement;
  return (
    Number.parseInt(group.style.translate.slice('0 '.length), 10) + [...group.children].indexOf(row) * ROW
  );
}

test('every row in view is there, says what its place in the list says and stands there, whatever one did', async () => {
  await fc.assert(
    fc
      .asyncProperty(lists, deeds, async (first, turns) => {
        let given = { rows: many(first), columns: [name, trades] as readonly Column<Row>[] };
        const table = () => (
          <MemoryRouter>
            <DataTable<Row> label="People" view="" busy={false} {...given} />
          </MemoryRouter>
        );
        const { rerender } = render(table());
        await act(() => vi.dynamicImportSettled());
        const frame = screen.getByRole('region', { name: 'People' });
        for (const turn of turns) {
          if ('scroll' in turn) {
            const end = given.rows.length * ROW - ROOM;
            frame.scrollTop = Math.max(0, Math.min(frame.scrollTop + turn.scroll * ROW, end));
            fireEvent.scroll(frame);
          }
          if ('rows' in turn || 'columns' in turn) {
            given = { ...given, ...('rows' in turn ? { rows: many(turn.rows) } : { columns: turn.columns }) };
            rerender(table());
          }
          await after('rest' in turn ? RESTED_MS : 0);
          const shown = [...frame.querySelectorAll<HTMLElement>('tr[data-index]')];
          const seen = new Set(shown.map((element) => Number(element.dataset.index)));
          const inView = [...given.rows.keys()].filter((place) => {
            const top = place * ROW - frame.scrollTop;
            return top > -ROW && top < ROOM;
          });
          expect(inView.filter((place) => !seen.has(place))).toEqual([]);
          for (const element of shown) {
            const row = given.rows[Number(element.dataset.index)] as Row;
            const says = { name: row.name, trades: `${row.trades ?? 'none'}` };
            expect([...element.children].map((cell) => cell.textContent)).toEqual(
              given.columns.map(({ id }) => says[id as keyof typeof says]),
            );
            const href = element.querySelector('a')?.getAttribute('href') ?? `/people/${row.name}`;
            expect(href).toBe(`/people/${row.name}`);
            expect(topOf(element)).toBe(Number(element.dataset.index) * ROW);
          }
        }
      })
      .afterEach(cleanup),
    { numRuns: 40 },
  );
}, 60_000);

test('a row that the browser has translated is shown anew', async () => {
  // What React has put into an element is there again, two scrolls later.
  const rows = Array.from({ length: 600 }, (_, place) => ({
    name: place >= 200 && place < 400 ? 'Bola' : 'Ada',
    trades: 1,
  }));
  render(
    <MemoryRouter>
      <DataTable<Row> label="People" view="" busy={false} rows={rows} columns={[name, trades]} />
    </MemoryRouter>,
  );
  await act(() => vi.dynamicImportSettled());
  const frame = screen.getByRole('region', { name: 'People' });
  const scrollTo = async (place: number) => {
    frame.scrollTop = place * ROW;
    fireEvent.scroll(frame);
    await after(0);
  };
  await scrollTo(300);
  const links = () => screen.getAllByRole('link').map((link) => link.textContent);
  expect(new Set(links())).toEqual(new Set(['Bola']));
  // As a browser does it, without a word to whoever made the page.
  for (const link of screen.getAllByRole('link')) link.innerHTML = '<font>traducido</font>';
  await scrollTo(500);
  expect(new Set(links())).toEqual(new Set(['Ada']));
});

test('a tooltip says what stands there now, in a row that was written over another', async () => {
  const DAY = 86_400_000;
  const rows = Array.from({ length: 600 }, (_, place) => ({ name: 'Ada', trades: place }));
  const day: Column<Row> = { ...trades, id: 'day', cell: (row) => <DateTime at={(row.trades ?? 0) * DAY} /> };
  render(
    <MemoryRouter>
      <DataTable<Row> label="People" view="" busy={false} rows={rows} columns={[name, day]} />
    </MemoryRouter>,
  );
  await act(() => vi.dynamicImportSettled());
  const instantAt = (place: number) =>
    document.querySelector<HTMLTimeElement>(`tr[data-index="${place}"] time`) as HTMLTimeElement;
  const kept = instantAt(0);
  fireEvent.pointerEnter(kept);
  expect(kept.title).toBe(formatInstantFully(0));
  fireEvent.pointerLeave(kept);
  const frame = screen.getByRole('region', { name: 'People' });
  frame.scrollTop = 300 * ROW;
  fireEvent.scroll(frame);
  await after(0);
  expect(kept).toBeInTheDocument();
  expect(kept.title).toBe('');
  const place = Number(kept.closest('tr')?.dataset.index);
  expect(place).toBeGreaterThan(250);
  fireEvent.pointerEnter(kept);
  expect(kept.title).toBe(formatInstantFully(place * DAY));
});
