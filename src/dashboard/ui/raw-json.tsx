import { ChevronRight } from 'lucide-react';
import { clip } from '#dashboard/lib/truncate.ts';
import { CopyButton } from './copy-id.tsx';

/** More than a page can lay out without a hitch; the copy holds the whole. */
const LONGEST_SHOWN = 60_000;

/** A record as the service sent it, folded away until it is wanted. */
export function RawJson({ value, name, title = 'Raw JSON' }: { value: unknown; name: string; title?: string }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <details className="group/raw rounded-panel border border-hairline bg-panel print:hidden">
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-panel px-4 font-semibold hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          aria-hidden
          className="text-muted transition-transform group-open/raw:rotate-90"
        />
        {title}
      </summary>
      <div className="relative border-hairline border-t">
        <p className="px-4 pt-3 text-label text-muted">
          As received, including fields that Pledge doesn’t use.
        </p>
        <div className="absolute top-1.5 right-1.5">
          <CopyButton text={text} label={`Copy ${name} as JSON`} />
        </div>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
          tabIndex={0}
          className="max-h-96 overflow-auto px-4 py-3 pr-12 font-mono text-label"
        >
          {clip(text, LONGEST_SHOWN)}
        </pre>
      </div>
    </details>
  );
}
