import { useState } from 'react';
import type { CurrencyExposure } from './exposure.ts';
import { FIGURES, type Figure } from './figures.ts';

/** A figure that nothing has come to yet will come to a small part of all that is open. */
const SMALL_PART = 20;

/** Of `100,000 loans`, in rem. */
const COUNT_WIDTH = 6.25;

/**
 * The widths of the figures' columns, as CSS: wide enough for the head, for a count of loans and for the widest
 * sum once it has grown `growth` times. They are reckoned when the first figures come and only ever widen after
 * that, so that columns stay where they are while sums grow.
 */
export function useFigureWidths(
  currencies: readonly CurrencyExposure[] | undefined,
  growth: number,
): readonly string[] {
  const [held, setHeld] = useState<readonly number[]>([]);
  const rooms = FIGURES.map((figure, place) => {
    const least = held[place];
    if (least === undefined) return roomOf(figure, currencies ?? [], growth);
    return Math.max(least, roomOf(figure, currencies ?? [], 1));
  });
  if (currencies && rooms.some((room, place) => room !== held[place])) setHeld(rooms);
  return FIGURES.map(({ label }, place) => {
    const head = Math.max(COUNT_WIDTH, 0.32 * label.length + 2.75).toFixed(2);
    return `max(${head}rem, ${rooms[place]}ch + 1rem)`;
  });
}

/** How many digits wide the widest sum of a figure is, once all have grown. */
function roomOf(figure: Figure, currencies: readonly CurrencyExposure[], growth: number): number {
  const rooms = currencies.map((own) => {
    const totals = figure.totalsOf(own);
    if (figure.id === 'rate') return written(figure.valueOf(totals), 1);
    if (totals.count === 0 && growth > 1) return written(figure.valueOf(own.open), growth / SMALL_PART);
    return written(figure.valueOf(totals), growth);
  });
  return Math.ceil(Math.max(0, ...rooms));
}

/** How many digits wide a sum is written once it has grown: what parts digits is about a third as wide as one. */
function written(value: string | null, growth: number): number {
  if (value === null) return 0;
  const digits = value.replace(/\D/g, '').replace(/^0+/, '');
  const more = digits === '' ? 0 : Math.floor(Math.log10(Number(`0.${digits}`) * growth)) + 1;
  return digits.length + more + (value.length - digits.length + more / 3) / 3;
}
