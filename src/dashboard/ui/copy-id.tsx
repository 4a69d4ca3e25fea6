import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { copyText } from '#dashboard/lib/clipboard.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import { IconButton } from './button.tsx';

export function ShortId({ id }: { id: string }) {
  return (
    <bdi title={clip(id, 500)} className="truncate font-mono text-label">
      <span aria-hidden>{truncateMiddle(id)}</span>
      <span className="sr-only">{clip(id, 500)}</span>
    </bdi>
  );
}

/** The same with a button that copies the whole of it. A row of a list has one such button. */
export function CopyId({ id, name }: { id: string; name: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <ShortId id={id} />
      <CopyButton text={id} label={`Copy ${name}`} />
    </span>
  );
}

/** Copies a text, and says whether it did. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [last, setLast] = useState<{ text: string; outcome: 'copied' | 'failed' } | null>(null);
  // A row's element may have gone on to show another row.
  const outcome = last?.text === text ? last.outcome : null;
  const copy = async () => {
    const said = { text, outcome: (await copyText(text)) ? ('copied' as const) : ('failed' as const) };
    setLast(said);
    setTimeout(() => setLast((now) => (now === said ? null : now)), 2_000);
  };
  const Icon = outcome === 'copied' ? Check : outcome === 'failed' ? TriangleAlert : Copy;
  const said = outcome === 'copied' ? 'Copied' : 'The browser did not allow copying';
  return (
    <>
      <IconButton
        look="faint"
        label={label}
        title={outcome === null ? label : said}
        icon={<Icon size={14} aria-hidden />}
        onClick={copy}
      />
      <span role="status" className="sr-only">
        {outcome && said}
      </span>
    </>
  );
}
