import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { savedFilesOfFile } from '#tests/support/saved-files.ts';
import { ExportButton } from './export-button.tsx';
import type { ExportProps } from './export-dialog.tsx';

const columns = [{ heading: 'Name', cell: (row: { name: string }) => row.name }];
const rows = [{ name: 'Ada' }, { name: '=1+1' }];

const saved = savedFilesOfFile();

async function open(props: Partial<ExportProps<{ name: string }>>): Promise<HTMLElement> {
  render(<ExportButton name="people" columns={columns} rows={rows} total={2} {...props} />);
  const button = screen.getByRole('button', { name: 'Export' });
  // The dialog's code comes when the pointer is near.
  await userEvent.hover(button);
  await vi.dynamicImportSettled();
  await userEvent.click(button);
  return await screen.findByRole('dialog', { name: 'Export people' });
}

test('it says how many rows there are, then saves them', async () => {
  const dialog = await open({});
  expect(dialog).toHaveTextContent('2 rows with 1 column each');
  expect(dialog).not.toHaveTextContent('PARTIAL');
  expect(saved).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Export 2 rows' }));
  await within(dialog).findByText(/^Saved people \d{4}-\d\d-\d\d\.csv with 2 rows\.$/);
  expect(await saved[0]?.text()).toContain("Name\r\nAda\r\n'=1+1\r\n");
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Export' })).toHaveFocus();
});

test.each([
  ['fewer rows than there are', { total: 137 }, '2 of 137 rows'],
  ['an unknown number of rows', { total: undefined }, '2 of an unknown number of rows'],
  ['a reason', { partial: 'one page could not be loaded' }, 'one page could not be loaded'],
  ['both', { total: 3, partial: 'stopped' }, '2 of 3 rows; stopped'],
])('with %s, the file says that it is not all', async (_, props, reason) => {
  const dialog = await open(props);
  expect(dialog).toHaveTextContent(`PARTIAL: ${reason}.`);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Export 2 rows' }));
  await within(dialog).findByText(/PARTIAL\.csv with 2 rows/);
  expect(await saved[0]?.text()).toContain(`PARTIAL: ${reason}`);
});

test('Escape leaves without a file', async () => {
  await open({});
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved).toEqual([]);
});
