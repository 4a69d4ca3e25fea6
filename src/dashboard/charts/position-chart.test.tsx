import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { PositionChart } from './position-chart.tsx';

const points = [
  { at: 1_000, value: 80, name: 'sold 20, position 80' },
  { at: 2_000, value: 60, name: 'sold 20, position 60' },
];

/** The heights that the line goes through, from its beginning on, as positions. */
function heightsOf(opening: number): number[] {
  const { container } = render(<PositionChart label="Net position" opening={opening} points={points} />);
  const line = container.querySelector('path[stroke-width]')?.getAttribute('d') ?? '';
  const tall = Math.max(opening, 80);
  const heights = [...line.matchAll(/(?:M\S+ |V)([\d.]+)/g)].map(([, y]) => Number(y) / 240);
  return heights.map((y) => Math.round(tall * (1 - (y - 0.04) / 0.92)));
}

test('a position begins where it was before the first trade that is shown', () => {
  expect(heightsOf(100)).toEqual([100, 80, 60]);
});

test('a position that nothing is known of before begins at none', () => {
  expect(heightsOf(0)).toEqual([0, 80, 60]);
});

test('after a press on the chart, keys go from trade to trade', async () => {
  const { container } = render(<PositionChart label="Net position" opening={100} points={points} />);
  await userEvent.click(container.querySelector('svg') as SVGElement);
  expect(screen.getByRole('slider', { name: 'Net position' })).toHaveFocus();
});
