import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { CardList } from './card-list.tsx';

interface Row {
  id: string;
  name: string;
}

const people = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `p${index}`, name: `Person ${index}` }));

interface PeopleProps {
  rows: Row[];
  card?: (row: Row) => string;
  /** If false, rows have addresses only. */
  withIds?: boolean;
}

function People({ rows, card = ({ name }) => name, withIds = true }: PeopleProps) {
  const [ids, onChange] = useState<ReadonlySet<string>>(() => new Set());
  return (
    <MemoryRouter>
      <CardList<Row>
        label="People"
        rows={rows}
        busy={false}
        {...(withIds && { rowId: (row: Row) => row.id })}
        selection={{ ids, onChange, label: (row) => row.name }}
        rowHref={(row) => `/people/${row.id}`}
        rowLabel={(row) => row.name}
        card={card}
      />
    </MemoryRouter>
  );
}

test('a card is opened by its link and chosen by its box', async () => {
  render(<People rows={people(3)} />);
  expect(screen.getByRole('link', { name: 'Open Person 1' })).toHaveAttribute('href', '/people/p1');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Person 1' }));
  expect(screen.getByRole('checkbox', { name: 'Select Person 1' })).toBeChecked();
  const bar = screen.getByRole('toolbar', { name: 'Selection' });
  expect(bar).toHaveTextContent('1 row selected');
  await userEvent.click(within(bar).getByRole('button', { name: 'Clear the selection' }));
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('of ten thousand cards only those in view are there, and each says which it is', () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  render(<People rows={people(10_000)} />);
  const cards = screen.getAllByRole('listitem');
  expect(cards.length).toBeLessThan(40);
  expect(cards[2]).toHaveAttribute('aria-posinset', '3');
  expect(cards[2]).toHaveAttribute('aria-setsize', '10000');
});

test('a card that is pressed while many more arrive keeps its element, so that the press is not lost', () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const { rerender } = render(<People rows={people(60)} />);
  const pressed = screen.getByRole('link', { name: 'Open Person 3' });
  rerender(<People rows={people(137)} />);
  expect(screen.getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '137');
  expect(screen.getByRole('link', { name: 'Open Person 3' })).toBe(pressed);
  rerender(<People rows={people(40)} />);
  expect(screen.getByRole('link', { name: 'Open Person 3' })).toBe(pressed);
  expect(screen.getAllByRole('listitem')).toHaveLength(40);
});

test.each([true, false])(
  'the focus stays on its record when others come before it, with ids: %s',
  (withIds) => {
    const { rerender } = render(<People rows={people(3)} withIds={withIds} />);
    screen.getByRole('link', { name: 'Open Person 1' }).focus();
    rerender(<People rows={[{ id: 'new', name: 'Somebody new' }, ...people(3)]} withIds={withIds} />);
    expect(document.activeElement).toHaveAccessibleName('Open Person 1');
    const [first, ...others] = people(3);
    rerender(<People rows={[first as Row, first as Row, ...others]} withIds={withIds} />);
    expect(document.activeElement).toHaveAccessibleName('Open Person 1');
    expect(screen.getAllByRole('link', { name: 'Open Person 0' })).toHaveLength(2);
  },
);

test('cards are written again when another tab chooses another time zone', async () => {
  await changeSettings({ timeZone: 'utc' });
  render(<People rows={people(3)} card={() => formatInstant(0)} />);
  expect(screen.getAllByText('1 Jan 1970, 00:00')).toHaveLength(3);
  await act(async () => void (await changeSettings({ timeZone: 'business' })));
  expect(screen.getAllByText('1 Jan 1970, 01:00')).toHaveLength(3);
});
