import { QueryClient } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, useState } from 'react';
import { expect, test } from 'vitest';
import type { ListRows } from '#dashboard/api/http/use-list-rows.ts';
import { deskQuery } from '#dashboard/api/session/session.ts';
import type { Column } from '#dashboard/table/column.ts';
import { useTableState } from '#dashboard/table/table-state.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { Around, PATIENCE } from '#tests/support/render-desk.tsx';
import { head } from './columns.tsx';
import { ListPage } from './list-page.tsx';
import { useSortedView } from './use-list-view.ts';

type Row = { id: number };

const columns: Column<Row>[] = [
  { ...head('id', 'Id', 'w-40', 'w-8'), sortable: { by: ({ id }) => id }, cell: ({ id }) => id },
];

const desk = deskOfFile();

test('an open export stays, with the rows it was opened with, while the list behind it grows', async () => {
  await desk.signIn();
  history.replaceState(null, '', '/rows?sort=-id');
  const client = new QueryClient();
  await client.fetchQuery(deskQuery);
  // More than are sorted with the rendering.
  const rows = Array.from({ length: 600 }, (_, id) => ({ id }));
  await act(async () => {
    render(
      <Around client={client}>
        <Suspense>
          <Rows first={rows} />
        </Suspense>
      </Around>,
    );
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Export' }, PATIENCE));
  const dialog = await screen.findByRole('dialog', { name: 'Export rows' }, PATIENCE);
  await act(async () => grow([...rows, { id: 600 }]));
  expect(dialog).toBeInTheDocument();
  await screen.findByText(/^All 601 rows/, {}, PATIENCE);
  expect(dialog).toBeInTheDocument();
  expect(dialog).toHaveTextContent('600 rows, 1 column');
  client.clear();
});

test('a list without rows offers no export, and does once there are some', async () => {
  await desk.signIn();
  history.replaceState(null, '', '/rows');
  const client = new QueryClient();
  await client.fetchQuery(deskQuery);
  await act(async () => {
    render(
      <Around client={client}>
        <Suspense>
          <Rows first={[]} />
        </Suspense>
      </Around>,
    );
  });
  await screen.findByText('No rows', {}, PATIENCE);
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  await act(async () => grow([{ id: 1 }]));
  expect(await screen.findByRole('button', { name: 'Export' }, PATIENCE)).toBeVisible();
  client.clear();
});

let grow: (rows: Row[]) => void;

/** A list of all rows, sorted as the address says. */
function Rows({ first }: { first: Row[] }) {
  const [rows, setRows] = useState(first);
  grow = setRows;
  const count = { loaded: rows.length, total: rows.length, unreadable: 0, failedPages: 0 };
  const progress = { state: 'complete', error: undefined, doubt: 'none', ...count } as const;
  const [none, table] = [() => {}, useTableState(columns)];
  const can = {
    pause: none,
    resume: none,
    stop: none,
    retry: none,
    refresh: none,
    loadAll: none,
    look: none,
  };
  const list: ListRows<Row> = { rows, progress, shown: progress, asOf: 0, error: null, busy: false, ...can };
  return (
    <ListPage
      {...{ list, table }}
      view={useSortedView(list, table)}
      title="Rows"
      noun="row"
      viewKey=""
      row={{ card: ({ id }) => id }}
      file={{ name: 'rows', columns: [{ heading: 'Id', cell: ({ id }) => id }] }}
      empty={{ title: 'No rows' }}
    />
  );
}
