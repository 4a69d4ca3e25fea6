import { QueryClient } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { deskQuery } from '#dashboard/api/session/session.ts';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { Around } from '#tests/support/render-desk.tsx';
import { savedFilesOfFile } from '#tests/support/saved-files.ts';
import { ExportButton } from './export-button.tsx';
import type { ExportProps } from './export-dialog.tsx';

const columns = [{ heading: 'Name', cell: (row: { name: string }) => row.name }];
const rows = [{ name: 'Ada' }, { name: '=1+1' }];

const desk = deskOfFile();
const saved = savedFilesOfFile();
beforeEach(async () => {
  await desk.signIn();
  await desk.gateway.service.database.pool.query('truncate desk.audit, desk.audit_head');
});

/** What the audit log has of exports. */
async function recorded() {
  const { rows } = await desk.gateway.service.database.pool.query(
    `select target, details from desk.audit where action = 'export' order by number`,
  );
  return rows;
}

async function open(
  props: Partial<ExportProps<{ name: string }>>,
  address = '/people?status=active',
): Promise<HTMLElement> {
  history.replaceState(null, '', address);
  const client = new QueryClient();
  await client.fetchQuery(deskQuery);
  await act(async () => {
    render(
      <Around client={client}>
        <ExportButton
          name="people"
          columns={columns}
          rows={rows}
          filter={new URLSearchParams('status=active')}
          {...props}
        />
      </Around>,
    );
  });
  const button = screen.getByRole('button', { name: 'Export' });
  // The dialog's code comes when the pointer is near.
  await userEvent.hover(button);
  await vi.dynamicImportSettled();
  await userEvent.click(button);
  return await screen.findByRole('dialog', { name: 'Export people' });
}

test('it says how many rows there are, then saves them', async () => {
  const dialog = await open({});
  expect(dialog).toHaveTextContent('2 rows, 1 column');
  expect(dialog).not.toHaveTextContent('PARTIAL');
  expect(saved).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Export 2 rows' }));
  await within(dialog).findByText(/^Downloaded “people \d{4}-\d\d-\d\d active\.csv” \(2 rows\)\.$/);
  expect(await saved[0]?.text()).toContain("Name\r\nAda\r\n'=1+1\r\n");
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Export' })).toHaveFocus();
  expect(await recorded()).toEqual([
    { target: { list: 'people' }, details: { rows: 2, filter: '/people?status=active' } },
  ]);
});

test('neither its name nor its record has an email address that an older link looks for', async () => {
  const filter = new URLSearchParams('q=ada@example.com&status=active');
  const dialog = await open({ filter }, '/people?q=ada%40example.com&status=active');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Export 2 rows' }));
  await within(dialog).findByText(/^Downloaded “people \d{4}-\d\d-\d\d active\.csv”/);
  expect(await recorded()).toMatchObject([{ details: { filter: '/people?status=active' } }]);
});

test('its name says nothing that an address says besides', async () => {
  const dialog = await open({}, '/people?status=active&state=gone&utm_source=mail&sort=name');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Export 2 rows' }));
  await within(dialog).findByText(/^Downloaded “people \d{4}-\d\d-\d\d active\.csv”/);
});

test('it saves nothing if the export can’t be recorded, and does at the next try', async () => {
  const end = desk.fault(/^\/desk\/exports$/, () =>
    Response.json({ status: 'error', message: 'Not now.', code: 'JOURNAL_UNAVAILABLE' }, { status: 503 }),
  );
  const dialog = await open({});
  const button = within(dialog).getByRole('button', { name: 'Export 2 rows' });
  await userEvent.click(button);
  await within(dialog).findByText(/couldn’t be recorded in the audit log, so nothing was downloaded/);
  expect(saved).toEqual([]);
  end();
  await userEvent.click(button);
  await within(dialog).findByText(/^Downloaded “people/);
  expect(await recorded()).toHaveLength(1);
});

test('what is the tab’s own is saved without a record', async () => {
  desk.fault(/^\/desk\/exports$/, () => Response.error());
  const dialog = await open({ isOwn: true });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Export 2 rows' }));
  await within(dialog).findByText(/^Downloaded “people/);
  expect(await recorded()).toEqual([]);
});

test.each([
  ['a part', '2 of 137 rows'],
  ['an unknown part', '2 of an unknown number of rows'],
  ['something', 'one page could not be loaded'],
])('where %s is missing, the file says that it is not all', async (_, partial) => {
  const dialog = await open({ partial });
  expect(dialog).toHaveTextContent(`PARTIAL: ${partial}.`);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Export 2 rows' }));
  await within(dialog).findByText(/active PARTIAL\.csv” \(2 rows\)/);
  expect(await saved[0]?.text()).toMatch(new RegExp(`^\uFEFF?Name,PARTIAL\\r\\nAda,"?${partial}`));
});

test('the file has the day that it is in the chosen time zone', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 6, 4, 23, 30), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await changeSettings({ timeZone: 'business' });
  onTestFinished(async () => void (await changeSettings({ timeZone: 'mine' })));
  const dialog = await open({ isOwn: true });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Export 2 rows' }));
  await within(dialog).findByText(/^Downloaded “people 2026-07-05/);
});

test('Escape leaves without a file', async () => {
  await open({});
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved).toEqual([]);
});
