import type { ReactNode } from 'react';

/** The five figures that a record is judged by, under its head: as many side by side as have room for what they say. */
export function FigureStrip({ children }: { children: ReactNode }) {
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-panel border border-hairline bg-hairline">
      {children}
    </dl>
  );
}

type StripFigureProps = { label: string; how?: ReactNode; note?: ReactNode; children: ReactNode };

/** A figure of the strip; on a phone the first one has a line to itself. */
export function StripFigure({ label, how, note, children }: StripFigureProps) {
  return (
    <div className="flex-1 basis-34 bg-panel px-4 py-3 max-md:first:basis-full print:px-2">
      <dt className="inline-flex items-center gap-0.5 text-label text-muted">
        {label}
        {how}
      </dt>
      <dd>
        <span className="tabular font-medium text-section max-md:*:whitespace-normal print:text-[8.5pt]">
          {children}
        </span>
        {note && <span className="mt-0.5 block text-label text-muted">{note}</span>}
      </dd>
    </div>
  );
}
