import { type ReactNode, useId } from 'react';

type PanelProps = { title: string; aside?: ReactNode; children: ReactNode; className?: string };

/** A part of a page under a heading of its own, with what belongs to it aside. */
export function Panel({ title, aside, children, className = '' }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 rounded-panel border border-hairline bg-panel print:break-inside-avoid ${className}`}
    >
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-hairline border-b px-4 py-1.5">
        <h2 id={id} className="font-semibold text-body">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
