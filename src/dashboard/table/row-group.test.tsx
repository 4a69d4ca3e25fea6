import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { RowLink } from './row-link.tsx';

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
const lists = fc
  .array(fc.record({ name: fc.constantFrom('Ada', 'Bola', 'Chi'), trades: fc.constantFrom(0, 1, null) }), {
    minLength: 7,
    maxLength: 23,
  })
  .map((some) => Array.from({ length: 400 }, (_, place) => some[place % some.length] as Row));

const deeds = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ scroll: fc.integer({ min: -30, max: 30 }) }) },
    { weight: 1, arbitrary: fc.record({ rows: lists }) },
    {
      weight: 1,
      arbitrary: fc.record({ columns: fc.constantFrom([name, trades], [trades, name], [trades]) }),
    },
    { weight: 1, arbitrary: fc.constant({ rest: true } as const) },
  ),
  { minLength: 2, maxLength: 10 },
);

const ROW = 44;
const RESTED_MS = 160;

const after = (ms: number) => act(() => new Promise<void>((done) => setTimeout(done, ms)));

test('every row says what its place in the list says, whatever was scrolled, sorted or rested in between', async () => {
  await fc.assert(
    fc
      .asyncProperty(lists, deeds, async (first, turns) => {
        let given = { rows: first, columns: [name, trades] as readonly Column<Row>[] };
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
            frame.scrollTop = Math.max(0, frame.scrollTop + turn.scroll * ROW);
            fireEvent.scroll(frame);
            await after(0);
          } else if ('rest' in turn) {
            await after(RESTED_MS);
          } else {
            given = { ...given, ...turn };
            rerender(table());
          }
          const shown = [...frame.querySelectorAll<HTMLElement>('tr[data-index]')];
          expect(shown.length).toBeGreaterThan(10);
          for (const element of shown) {
            const row = given.rows[Number(element.dataset.index)] as Row;
            const says = { name: row.name, trades: `${row.trades ?? 'none'}` };
            expect([...element.children].map((cell) => cell.textContent)).toEqual(
              given.columns.map(({ id }) => says[id as keyof typeof says]),
            );
            const href = element.querySelector('a')?.getAttribute('href') ?? `/people/${row.name}`;
            expect(href).toBe(`/people/${row.name}`);
            expect(element.style.translate).toBe(`0 ${Number(element.dataset.index) * ROW}px`);
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
