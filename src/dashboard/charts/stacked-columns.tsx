import { Link } from 'react-router-dom';
import { ScrollFrame } from '#dashboard/ui/scroll-frame.tsx';

const tones = {
  accent: 'drawn bg-accent',
  warning: 'drawn bg-warning',
  danger: 'drawn bg-danger',
  neutral: 'drawn bg-control',
};

export type ColumnTone = keyof typeof tones;

/** A piece of a column; its name says all that it stands for. */
export interface Piece {
  key: string;
  tone: ColumnTone;
  value: number;
  name: string;
  to: string | null;
}

export interface StackedColumn {
  key: string;
  /** Under the column, in one or two short lines. */
  label: string;
  sublabel?: string | undefined;
  /** Over the column. */
  total: string;
  pieces: readonly Piece[];
  /** Whether this is where the reader is. */
  current?: boolean;
}

interface StackedColumnsProps {
  label: string;
  columns: readonly StackedColumn[];
  legend: readonly { tone: ColumnTone; label: string }[];
}

/** Columns of pieces that lie on one another. Every piece says its figure to the keyboard, and leads to it. */
export function StackedColumns({ label, columns, legend }: StackedColumnsProps) {
  const highest = Math.max(...columns.map(heightOf), 0);
  return (
    <figure className="flex flex-col gap-3">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-label text-soft">
        <span className="sr-only">{label}</span>
        {legend.map(({ tone, label: word }) => (
          <span key={word} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={`size-2.5 rounded-[2px] ${tones[tone]}`} />
            {word}
          </span>
        ))}
      </figcaption>
      <ScrollFrame label={label} className="relative overflow-x-auto pt-0.5">
        {/* All in one cell, and moved from there: where one more comes in before them, the others glide aside. */}
        <ol className="grid" style={{ minWidth: `${columns.length * LEAST_WIDTH}rem` }}>
          {columns.map((column, place) => (
            <li
              key={column.key}
              style={{ width: `${100 / columns.length}%`, transform: `translateX(${place * 100}%)` }}
              className="col-start-1 row-start-1 flex flex-col transition-transform"
            >
              <div className="flex h-44 flex-col justify-end border-border border-b px-1">
                <span aria-hidden className="tabular pb-1 text-center text-label text-soft whitespace-nowrap">
                  {column.total}
                </span>
                {column.pieces.map((piece) => (
                  <PieceBar key={piece.key} piece={piece} share={highest > 0 ? piece.value / highest : 0} />
                ))}
              </div>
              <span
                className={`pt-1.5 text-center text-label whitespace-nowrap ${column.current ? 'font-semibold text-text' : 'text-muted'}`}
              >
                {column.label}
                <span className="block min-h-4 font-normal text-muted">{column.sublabel}</span>
              </span>
            </li>
          ))}
        </ol>
      </ScrollFrame>
    </figure>
  );
}

/** The width of a column, in rem: room for a total such as 11.9M. */
const LEAST_WIDTH = 2.75;

/** The tallest column takes this much of the frame; the rest is for its label. */
const TALLEST = 148;

function PieceBar({ piece, share }: { piece: Piece; share: number }) {
  const look = `block w-full max-w-14 mx-auto shrink-0 border-panel border-t ${tones[piece.tone]}`;
  const style = { height: `${Math.max(3, share * TALLEST)}px` };
  if (piece.to === null)
    return <span role="img" aria-label={piece.name} title={piece.name} className={look} style={style} />;
  return (
    <Link
      to={piece.to}
      aria-label={piece.name}
      title={piece.name}
      className={`${look} transition-opacity hover:opacity-80 focus-visible:relative focus-visible:z-10`}
      style={style}
    />
  );
}

function heightOf({ pieces }: StackedColumn): number {
  return pieces.reduce((sum, { value }) => sum + value, 0);
}
