import { isMac } from '#dashboard/lib/shortcuts.ts';

const looks = {
  span: 'text-label text-muted',
  kbd: 'inline-flex h-5 min-w-5 items-center justify-center rounded-control border border-border bg-panel px-1.5 font-sans text-label text-soft',
};

/** Keys as on a keyboard. `then` of two keys: one after the other. */
export function Keys({ keys }: { keys: string[] }) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      {keys.map((key, index) => {
        const Tag = key === 'then' || key === 'or' ? 'span' : 'kbd';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice
          <Tag key={index} className={looks[Tag]}>
            {key}
          </Tag>
        );
      })}
    </span>
  );
}

export function jumpKeys(): string[] {
  return isMac() ? ['⌘', 'K'] : ['Ctrl', 'K'];
}
