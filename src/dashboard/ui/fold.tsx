import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';

/** A part of a page that is folded away until it is wanted. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group/fold rounded-panel border border-hairline bg-panel print:hidden">
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-panel px-4 font-semibold hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          aria-hidden
          className="text-muted transition-transform group-open/fold:rotate-90"
        />
        {title}
      </summary>
      <div className="relative border-hairline border-t">{children}</div>
    </details>
  );
}
