import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startTransition, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { NO_BOUNDS } from '#dashboard/lib/bounds.ts';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { ChoiceChip, OneChip } from './filter-chips.tsx';
import { ListFilters } from './list-filters.tsx';

const choices = [
  { value: 'ACTIVE', label: 'Active', count: 12 },
  { value: 'WEIRD_ONE', label: 'WEIRD_ONE', count: 1 },
];

const none = { status: [] as string[], borrower: '', rate: NO_BOUNDS };

function Filters({ gone = [] }: { gone?: string[] }) {
  const [filter, setFilter] = useState({ ...none, status: gone });
  return (
    <ListFilters
      label="Filter loans"
      {...{ filter, none }}
      chips={[
        { name: 'status', label: 'Status', choices },
        { name: 'borrower', label: 'Borrower' },
        { name: 'rate', label: 'Rate', isShare: true },
      ]}
      onChange={setFilter}
    />
  );
}

async function open(name: string | RegExp): Promise<HTMLElement> {
  const button = screen.getByRole('button', { name });
  // The panel's code comes when the pointer is near.
  await userEvent.hover(button);
  await vi.dynamicImportSettled();
  await userEvent.click(button);
  return await screen.findByRole('dialog');
}

const closed = () => vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('choices show at once, and all count, while the rows are slow to follow', async () => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  function Slow() {
    const [chosen, setChosen] = useState<string[]>([]);
    const follow = (next: string[]) =>
      startTransition(async () => {
        await arrival;
        startTransition(() => setChosen(next));
      });
    return (
      <>
        <ChoiceChip label="Status" {...{ choices, chosen }} onChange={follow} />
        <p>Rows of {chosen.join(' and ')}</p>
      </>
    );
  }
  render(<Slow />);
  const panel = await open('Status');
  await userEvent.click(within(panel).getByRole('checkbox', { name: /Active/ }));
  expect(within(panel).getByRole('checkbox', { name: /Active/ })).toBeChecked();
  await userEvent.click(within(panel).getByRole('checkbox', { name: /WEIRD/ }));
  expect(within(panel).getByRole('checkbox', { name: /Active/ })).toBeChecked();
  arrive();
  expect(await screen.findByText('Rows of ACTIVE and WEIRD_ONE')).toBeInTheDocument();
});

test('Tab past the last choice closes the panel', async () => {
  render(<Filters />);
  const panel = await open('Status');
  within(panel).getByRole('checkbox', { name: /WEIRD/ }).focus();
  await userEvent.tab();
  await closed();
});

test('a filter of one value takes the new one for the old', async () => {
  function One() {
    const [chosen, setChosen] = useState<string | null>('ACTIVE');
    return <OneChip label="Kind" {...{ choices, chosen }} onChange={setChosen} />;
  }
  render(<One />);
  const panel = await open('Kind: Active');
  await userEvent.click(within(panel).getByRole('checkbox', { name: /WEIRD/ }));
  expect(within(panel).getByRole('checkbox', { name: /Active/ })).not.toBeChecked();
  expect(screen.getByRole('button', { name: 'Kind: WEIRD_ONE' })).toBeInTheDocument();
});

test('a chip says what was chosen, with how many rows each choice has', async () => {
  render(<Filters />);
  const panel = await open('Status');
  expect(within(panel).getByText('12')).toBeInTheDocument();
  within(panel)
    .getByRole('checkbox', { name: /Active/ })
    .focus();
  await userEvent.keyboard(' {ArrowDown} ');
  expect(screen.getByRole('button', { name: 'Status: Active and 1 more' })).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await closed();
  expect(screen.getByRole('button', { name: 'Status: Active and 1 more' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Clear Status' }));
  expect(screen.getByRole('button', { name: 'Status' })).toBeInTheDocument();
});

test('what was chosen stays in sight where no row has it any more', async () => {
  render(<Filters gone={['REPAID']} />);
  const panel = await open('Status: REPAID');
  await userEvent.click(within(panel).getByRole('checkbox', { name: /REPAID/ }));
  expect(screen.getByRole('button', { name: 'Status' })).toBeInTheDocument();
});

test('a text is taken over once the typing rests, and on Enter', async () => {
  render(<Filters />);
  const panel = await open('Borrower');
  // The panel opens with the caret in it, a moment after it is there.
  await vi.waitFor(() => expect(within(panel).getByRole('searchbox')).toHaveFocus());
  await userEvent.keyboard('ada{Enter}');
  await closed();
  expect(screen.getByRole('button', { name: 'Borrower: ada' })).toHaveFocus();
});

test('bounds are taken over when they make sense, and all filters are cleared at once', async () => {
  render(<Filters gone={['ACTIVE']} />);
  const panel = await open('Rate');
  await userEvent.type(within(panel).getByLabelText(/At least/), '1,000');
  await userEvent.type(within(panel).getByLabelText(/At most/), '2');
  expect(within(panel).getByRole('alert')).toHaveTextContent('At most is below At least.');
  expect(within(panel).getByLabelText(/At least/)).toBeValid();
  expect(within(panel).getByLabelText(/At most/)).toBeInvalid();
  await userEvent.click(within(panel).getByRole('button', { name: 'Apply' }));
  expect(panel).toBeInTheDocument();
  await userEvent.clear(within(panel).getByLabelText(/At most/));
  await userEvent.keyboard('{Enter}');
  await closed();
  expect(screen.getByRole('button', { name: 'Rate: from 1,000%' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Clear 2 filters' }));
  expect(screen.queryByRole('button', { name: /Clear/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Rate' })).toBeInTheDocument();
});

test('a share is typed in percent, as it is shown', async () => {
  render(<Filters />);
  const panel = await open('Rate');
  expect(within(panel).getAllByText('%')).toHaveLength(2);
  await userEvent.type(within(panel).getByLabelText(/At least/), '2.5{Enter}');
  await closed();
  const again = await open('Rate: from 2.5%');
  expect(within(again).getByLabelText(/At least/)).toHaveValue('2.5');
});

test('a range of one value says it once', async () => {
  render(<Filters />);
  const panel = await open('Rate');
  await userEvent.type(within(panel).getByLabelText(/At least/), '3');
  await userEvent.type(within(panel).getByLabelText(/At most/), '3{Enter}');
  await closed();
  expect(screen.getByRole('button', { name: 'Rate: 3%' })).toBeInTheDocument();
});

test('bounds are read as the reader’s language writes figures', async () => {
  await changeSettings({ language: 'de' });
  onTestFinished(async () => void (await changeSettings({ language: 'en' })));
  render(<Filters />);
  const panel = await open('Rate');
  await userEvent.type(within(panel).getByLabelText(/At least/), '1,125');
  await userEvent.type(within(panel).getByLabelText(/At most/), '1.500,25{Enter}');
  await closed();
  const again = await open(/^Rate: 1,125\s% to 1\.500,25\s%$/);
  expect(within(again).getByLabelText(/At least/)).toHaveValue('1,125');
  expect(within(again).getByLabelText(/At most/)).toHaveValue('1500,25');
});

test('bounds that can’t be read say why', async () => {
  render(<Filters />);
  const panel = await open('Rate');
  await userEvent.type(within(panel).getByLabelText(/At least/), '1,5,0{Enter}');
  expect(within(panel).getByRole('alert')).toHaveTextContent('At least: “1,5,0” can’t be read for certain.');
  expect(within(panel).getByLabelText(/At least/)).toBeInvalid();
  expect(within(panel).getByLabelText(/At most/)).toBeValid();
  await userEvent.clear(within(panel).getByLabelText(/At least/));
  await userEvent.type(within(panel).getByLabelText(/At least/), '-2');
  expect(within(panel).getByRole('alert')).toHaveTextContent('Write it without a minus.');
});
