import { Search } from 'lucide-react';
import { isMac } from '#dashboard/lib/shortcuts.ts';
import { jumpKeys, Keys } from '#dashboard/ui/keys.tsx';
import { approachJump } from './use-jump.ts';

/** Looks like the field that it opens; on a phone, an icon. */
export function JumpButton({ openJump }: { openJump: () => void }) {
  return (
    <button
      type="button"
      title="Search or jump"
      aria-haspopup="dialog"
      aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
      onPointerEnter={approachJump}
      onPointerDown={approachJump}
      onFocus={approachJump}
      onClick={openJump}
      className="inline-flex h-9 shrink-0 items-center gap-2 rounded-control text-muted transition-colors hover:text-text max-md:size-11 max-md:justify-center max-md:hover:bg-hover md:w-60 md:border md:border-border md:bg-panel md:px-2.5 md:hover:border-control"
    >
      <Search size={16} aria-hidden className="shrink-0 max-md:size-4.5" />
      <span className="flex-1 text-left max-md:sr-only">Search or jump</span>
      <span aria-hidden className="max-md:hidden">
        <Keys keys={jumpKeys()} />
      </span>
    </button>
  );
}
