import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatCompact } from '#dashboard/lib/figures.ts';
import { formatDay } from '#dashboard/lib/times.ts';

/** A position from an instant on. */
export interface PositionPoint {
  /** Milliseconds since 1970. */
  at: number;
  value: number;
  /** Says all that the point stands for: `4 Jul 2025, 08:12: bought 20, position 120`. */
  name: string;
}

interface PositionChartProps {
  label: string;
  /** The position before the first point. */
  opening: number;
  /** From the oldest to the newest. */
  points: readonly PositionPoint[];
}

const WIDTH = 1_000;
const HEIGHT = 240;

/**
 * A position over time, as steps: it stays what it is until the next trade. The arrow keys, Home and End go from
 * trade to trade; the trade under the pointer or the key is described in words above the chart.
 */
export function PositionChart({ label, opening, points }: PositionChartProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = points.length - 1;
  const place = Math.min(chosen ?? last, last);
  const point = points[place];
  const first = points[0];
  const end = points[last];
  if (!point || !first || !end) return null;
  const { x, y, heights, ticks } = scaleOf(points, opening);
  const [longest] = heights.map(formatCompact).sort((a, b) => b.length - a.length);
  // One trade alone has no length in time: its step is drawn across the picture.
  const start = points.length > 1 ? round(x(first.at) * WIDTH) : 0;
  const ground = round(y(0) * HEIGHT);
  const line = `${round(y(opening) * HEIGHT)}${lineOf(points, { x, y })}`;

  const onKeyDown = (event: KeyboardEvent) => {
    const big = Math.max(1, Math.round(points.length / 10));
    const steps: Record<string, number> = {
      ArrowLeft: place - 1,
      ArrowDown: place - 1,
      ArrowRight: place + 1,
      ArrowUp: place + 1,
      PageDown: place - big,
      PageUp: place + big,
      Home: 0,
      End: last,
    };
    const to = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, to)));
  };
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = first.at + ((event.clientX - left) / width) * (end.at - first.at);
    setChosen(placeAt(points, at));
  };
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="tabular min-h-5 text-soft text-table print:hidden">{point.name}</figcaption>
      <div className="grid grid-cols-[auto_1fr] gap-x-3">
        <div aria-hidden className="tabular relative min-w-10 text-right text-label text-muted">
          <span className="invisible">{longest}</span>
          {ticks.map((value) => (
            <span
              key={value}
              className="absolute right-0 -translate-y-1/2"
              style={{ top: `${y(value) * 100}%` }}
            >
              {formatCompact(value)}
            </span>
          ))}
        </div>
        <div
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={1}
          aria-valuemax={points.length}
          aria-valuenow={place + 1}
          aria-valuetext={point.name}
          onKeyDown={onKeyDown}
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onPointerLeave={() => setChosen(null)}
          className="relative h-52 cursor-crosshair rounded-control"
        >
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {ticks.map((value) => (
              <path
                key={value}
                d={`M0 ${y(value) * HEIGHT}H${WIDTH}`}
                vectorEffect="non-scaling-stroke"
                className={value === 0 ? 'stroke-control' : 'stroke-hairline'}
              />
            ))}
            <path d={`M${start} ${ground}V${line}V${ground}Z`} className="fill-accent-soft" />
            <path
              d={`M${start} ${line}`}
              vectorEffect="non-scaling-stroke"
              strokeWidth={1.75}
              strokeLinejoin="round"
              className="fill-transparent stroke-accent-text"
            />
          </svg>
          <span
            aria-hidden
            className="drawn absolute inset-y-0 w-px bg-control print:hidden"
            style={{ left: `${x(point.at) * 100}%` }}
          />
          <span
            aria-hidden
            className="drawn absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-panel bg-accent-text print:hidden"
            style={{ left: `${x(point.at) * 100}%`, top: `${y(point.value) * 100}%` }}
          />
        </div>
        <div aria-hidden className="col-start-2 flex justify-between pt-1.5 text-label text-muted">
          <span>{formatDay(first.at)}</span>
          {end.at > first.at && <span>{formatDay(end.at)}</span>}
        </div>
      </div>
    </figure>
  );
}

function scaleOf(points: readonly PositionPoint[], opening: number) {
  const values = [opening, ...points.map(({ value }) => value)];
  const least = values.reduce((a, b) => Math.min(a, b), 0);
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  const from = points[0]?.at ?? 0;
  const span = (points.at(-1)?.at ?? 0) - from;
  const height = most - least;
  const heights = [most, 0, least];
  return {
    heights,
    /** The heights that are named: nought, and both ends where they are far enough from it. */
    ticks: heights.filter((value, place) => place === 1 || Math.abs(value) > height * 0.1),
    /** Where an instant and a position lie, from 0 to 1. */
    x: (at: number) => (span === 0 ? 1 : (at - from) / span),
    y: (value: number) => 0.04 + (0.92 * (most - value)) / (height || 1),
  };
}

type Scale = Pick<ReturnType<typeof scaleOf>, 'x' | 'y'>;

/** More steps than this are no longer seen one by one: of each column of the picture, its ends remain. */
const MOST_STEPS = 2_000;

function stepsOf(points: readonly PositionPoint[], x: Scale['x']): readonly PositionPoint[] {
  if (points.length <= MOST_STEPS) return points;
  const columns = new Map<number, PositionPoint[]>();
  for (const point of points) {
    const place = Math.floor(x(point.at) * (MOST_STEPS / 4));
    const column = columns.get(place) ?? [];
    columns.set(place, column);
    column.push(point);
  }
  return [...columns.values()].flatMap((column) => {
    const byValue = column.toSorted((a, b) => a.value - b.value);
    const ends = new Set([column[0], byValue[0], byValue.at(-1), column.at(-1)]);
    return column.filter((point) => ends.has(point));
  });
}

function lineOf(points: readonly PositionPoint[], { x, y }: Scale): string {
  return stepsOf(points, x)
    .map(({ at, value }) => `H${round(x(at) * WIDTH)}V${round(y(value) * HEIGHT)}`)
    .join('');
}

/** The last point at or before an instant, or the next one where that is nearer. */
function placeAt(points: readonly PositionPoint[], at: number): number {
  const found = points.findLastIndex((point) => point.at <= at);
  const place = Math.max(found, 0);
  const [before, after] = points.slice(place, place + 2);
  return before && after && after.at - at < at - before.at ? place + 1 : place;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
