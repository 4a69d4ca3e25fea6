import { type KeyboardEvent, type PointerEvent, useState } from 'react';

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
  /** From the oldest to the newest. */
  points: readonly PositionPoint[];
  /** What a height of the scale is called. */
  format: (value: number) => string;
  /** What the ends of the time are called. */
  formatTime: (at: number) => string;
}

const WIDTH = 1_000;
const HEIGHT = 240;

/**
 * A position over time, as steps: it stays what it is until the next trade. The arrow keys, Home and End go from
 * trade to trade; whatever is under the pointer or the key is said in words over the chart.
 */
export function PositionChart({ label, points, format, formatTime }: PositionChartProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = points.length - 1;
  const place = Math.min(chosen ?? last, last);
  const point = points[place];
  const first = points[0];
  const end = points[last];
  if (!point || !first || !end) return null;
  const scale = scaleOf(points);

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
          <span className="invisible">{longest([scale.most, 0, scale.least].map(format))}</span>
          {ticksOf(scale).map((value) => (
            <span
              key={value}
              className="absolute right-0 -translate-y-1/2"
              style={{ top: `${scale.y(value) * 100}%` }}
            >
              {format(value)}
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
            {ticksOf(scale).map((value) => (
              <path
                key={value}
                d={`M0 ${scale.y(value) * HEIGHT}H${WIDTH}`}
                vectorEffect="non-scaling-stroke"
                className={value === 0 ? 'stroke-control' : 'stroke-hairline'}
              />
            ))}
            <path d={areaOf(points, scale)} className="fill-accent-soft" />
            <path
              d={lineOf(points, scale)}
              vectorEffect="non-scaling-stroke"
              strokeWidth={1.75}
              strokeLinejoin="round"
              className="fill-transparent stroke-accent-text"
            />
          </svg>
          <span
            aria-hidden
            className="drawn absolute inset-y-0 w-px bg-control print:hidden"
            style={{ left: `${scale.x(point.at) * 100}%` }}
          />
          <span
            aria-hidden
            className="drawn absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-panel bg-accent-text print:hidden"
            style={{ left: `${scale.x(point.at) * 100}%`, top: `${scale.y(point.value) * 100}%` }}
          />
        </div>
        <div aria-hidden className="col-start-2 flex justify-between pt-1.5 text-label text-muted">
          <span>{formatTime(first.at)}</span>
          {end.at > first.at && <span>{formatTime(end.at)}</span>}
        </div>
      </div>
    </figure>
  );
}

interface Scale {
  least: number;
  most: number;
  /** Where an instant and a position lie, from 0 to 1. */
  x: (at: number) => number;
  y: (value: number) => number;
}

function scaleOf(points: readonly PositionPoint[]): Scale {
  const least = points.reduce((least, { value }) => Math.min(least, value), 0);
  const most = points.reduce((most, { value }) => Math.max(most, value), 0);
  const from = points[0]?.at ?? 0;
  const span = (points.at(-1)?.at ?? 0) - from;
  const height = most - least || 1;
  return {
    least,
    most,
    x: (at) => (span === 0 ? 1 : (at - from) / span),
    y: (value) => 0.04 + (0.92 * (most - value)) / height,
  };
}

/** The heights that are named: nought, and both ends where they are far enough from it. */
function ticksOf({ least, most }: Scale): number[] {
  const near = (most - least) * 0.1;
  return [most, 0, least].filter((value, place) => place === 1 || Math.abs(value) > near);
}

/** More steps than this are no longer seen one by one: of each column of the picture, its ends remain. */
const MOST_STEPS = 2_000;

function stepsOf(points: readonly PositionPoint[], { x }: Scale): readonly PositionPoint[] {
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

function lineOf(points: readonly PositionPoint[], scale: Scale): string {
  const steps = stepsOf(points, scale).map(
    ({ at, value }) => `H${round(scale.x(at) * WIDTH)}V${round(scale.y(value) * HEIGHT)}`,
  );
  // One trade alone has no length in time: its step is drawn across the picture.
  const start = points.length > 1 ? scale.x(points[0]?.at ?? 0) * WIDTH : 0;
  return `M${round(start)} ${round(scale.y(0) * HEIGHT)}${steps.join('')}`;
}

function areaOf(points: readonly PositionPoint[], scale: Scale): string {
  return `${lineOf(points, scale)}V${round(scale.y(0) * HEIGHT)}Z`;
}

/** The last point at or before an instant, or the next one where that is nearer. */
function placeAt(points: readonly PositionPoint[], at: number): number {
  const found = points.findLastIndex((point) => point.at <= at);
  const place = Math.max(found, 0);
  const [before, after] = points.slice(place, place + 2);
  return before && after && after.at - at < at - before.at ? place + 1 : place;
}

function longest(texts: string[]): string {
  return texts.reduce((a, b) => (b.length > a.length ? b : a), '');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
