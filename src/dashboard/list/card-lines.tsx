import type { ReactNode } from 'react';

export interface CardLinesProps {
  title: ReactNode;
  /** Next to the title: the figure or the state that counts most. */
  aside: ReactNode;
  note: ReactNode;
  noteAside?: ReactNode;
  children?: ReactNode;
}

export function CardLines({ title, aside, note, noteAside, children }: CardLinesProps) {
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <bdi className="min-w-0 truncate font-medium">{title}</bdi>
        {aside}
      </div>
      {children}
      <div className="mt-1.5 flex items-center justify-between gap-3 text-muted text-table">
        {note}
        {noteAside && <span className="shrink-0">{noteAside}</span>}
      </div>
    </>
  );
}
