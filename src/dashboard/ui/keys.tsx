import { isMac } from '#dashboard/lib/shortcuts.ts';

/** Keys as on a keyboard. `then` of two keys: one after the other. */
export function Keys({ keys }: { keys: string[] }) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      {keys.map((key, index) =>
        key === 'then' || key === 'or' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same word may stand there twice
          <span key={index} className="text-label text-muted">
            {key}
          </span>
        ) : (
          <kbd
            // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice
            key={index}
            className="inline-flex h-5 min-w-5 items-center justify-center rounded-control border border-border bg-panel px-1.5 font-sans text-label text-soft"
          >
            {key}
          </kbd>
        ),
      )}
    </span>
  );
}

/** The keys that open the jump here. */
export function jumpKeys(): string[] {
  return isMac() ? ['⌘', 'K'] : ['Ctrl', 'K'];
}
