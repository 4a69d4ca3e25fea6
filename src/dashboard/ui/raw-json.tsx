import { clip } from '#dashboard/lib/truncate.ts';
import { CopyButton } from './copy-id.tsx';
import { Fold } from './fold.tsx';

/** A record as the service sent it, or what `title` says, folded away until it is wanted. */
export function RawJson({ value, name, title }: { value: unknown; name: string; title?: string }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <Fold title={title ?? 'Raw JSON'}>
      {title === undefined && (
        <p className="px-4 pt-3 text-label text-muted">
          As received, including fields that Pledge doesn’t use.
        </p>
      )}
      <div className="absolute top-1.5 right-1.5">
        <CopyButton text={text} label={`Copy ${name} as JSON`} />
      </div>
      {/* A page can't lay out more than this without a hitch; the copy holds all of it. */}
      <Code className="pr-12">{clip(text, 60_000)}</Code>
    </Fold>
  );
}

/** Lines as a program writes or reads them. */
export function Code({ children, className = '' }: { children: string; className?: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
      className={`max-h-96 overflow-auto px-4 py-3 font-mono text-label ${className}`}
    >
      {children}
    </pre>
  );
}
