import { type PointerEvent, useState } from 'react';
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

const WIDTH = 1_000;
const HEIGHT = 240;

/**
 * A position over time, as steps: it stays what it is until the next trade. The chart is a slider from trade to trade;
 * the trade under the pointer or chosen by the keyboard is described in words above it.
 */
export function PositionChart(props: {
  label: string;
  /** The position before the first point. */
  opening: number;
  /** From the oldest to the newest. */
  points: readonly PositionPoint[];
}) {
  const { label, opening, points } = props;
  const [chosen, setChosen] = useState<number | null>(null);
  const last = points.length - 1;
  const place = Math.min(chosen ?? last, last);
  const point = points[place];
  const first = points[0];
  const end = points[last];
  if (!point || !first || !end) return null;
  const { x, y, ticks } = scaleOf(points, opening);
  const [longest] = ticks.map(formatCompact).sort((a, b) => b.length - a.length);
  // One trade alone has no length in time: its step is drawn across the picture.
  const start = points.length > 1 ? round(x(first.at) * WIDTH) : 0;
  const ground = round(y(0) * HEIGHT);
  const steps = points.map(({ at, value }) => `H${round(x(at) * WIDTH)}V${round(y(value) * HEIGHT)}`);
  const line = `${round(y(opening) * HEIGHT)}${steps.join('')}`;

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
        {/* A label, so that a press anywhere on the chart gives the slider the focus. */}
        <label
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onPointerLeave={() => setChosen(null)}
          className="relative h-52 cursor-crosshair rounded-control has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
        >
          <input
            type="range"
            aria-label={label}
            aria-valuetext={point.name}
            min={1}
            max={points.length}
            value={place + 1}
            onChange={({ target }) => setChosen(target.valueAsNumber - 1)}
            className="pointer-events-none absolute inset-0 size-full opacity-0"
          />
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
        </label>
        <div aria-hidden className="col-start-2 flex justify-between pt-1.5 text-label text-muted">
          <span>{formatDay(first.at)}</span>
          {end.at > first.at && <span>{formatDay(end.at)}</span>}
        </div>
      </div>
    </figure>
  );
}

function scaleOf(points: readonly PositionPoint[], opening: number) {
  const values = points.map(({ value }) => value);
  const least = values.reduce((a, b) => Math.min(a, b), Math.min(opening, 0));
  const most = values.reduce((a, b) => Math.max(a, b), Math.max(opening, 0));
  const from = points[0]?.at ?? 0;
  const span = (points.at(-1)?.at ?? 0) - from;
  const height = most - least;
  return {
    /** The heights that are named: nought, and both ends where they are far enough from it. */
    ticks: [most, 0, least].filter((value, place) => place === 1 || Math.abs(value) > height * 0.1),
    /** Where an instant and a position lie, from 0 to 1. */
    x: (at: number) => (span === 0 ? 1 : (at - from) / span),
    y: (value: number) => 0.04 + (0.92 * (most - value)) / (height || 1),
  };
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
