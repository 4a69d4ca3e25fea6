import { LogOut, Menu, Search } from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import { useDesk } from '#dashboard/api/session.ts';
import { isMac } from '#dashboard/lib/shortcuts.ts';
import { IconButton } from '#dashboard/ui/button.tsx';
import { jumpKeys, Keys } from '#dashboard/ui/keys.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { ThemeToggle } from '#dashboard/ui/theme-toggle.tsx';
import { EnvironmentBadge } from './environment-badge.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { approachJump } from './use-jump.ts';

const NavigationSheet = lazyPart(() =>
  import('./navigation-sheet.tsx').then((module) => module.NavigationSheet),
);

/** What stands over every page; it has no part in going from one to another. */
export const TopBar = memo(function TopBar({ openJump }: { openJump: () => void }) {
  const { environment, session } = useDesk();
  const [menuOpen, setMenuOpen] = useState<boolean | null>(null);
  return (
    <header className="sticky top-0 z-20 flex h-14 shrink-0 items-center gap-1.5 border-hairline border-b md:gap-3 bg-page px-2 md:px-6">
      <IconButton
        label="Navigation"
        aria-expanded={menuOpen === true}
        icon={<Menu size={18} aria-hidden />}
        className="lg:hidden"
        onPointerDown={() => NavigationSheet.preload().catch(() => {})}
        onClick={() => setMenuOpen(true)}
      />
      <JumpButton openJump={openJump} />
      <EnvironmentBadge environment={environment} />
      <div className="ml-auto flex items-center gap-1 max-md:shrink-0 md:min-w-0">
        <span title={session?.label} className="mr-2 truncate font-medium max-md:hidden">
          {session?.label}
        </span>
        <ThemeToggle />
        <SignOutButton look="quiet" icon={<LogOut size={16} aria-hidden />}>
          <span className="max-md:sr-only">Sign out</span>
        </SignOutButton>
      </div>
      {menuOpen !== null && (
        <ErrorBoundary>
          <Suspense>
            <NavigationSheet open={menuOpen} onOpenChange={setMenuOpen} />
          </Suspense>
        </ErrorBoundary>
      )}
    </header>
  );
});

/** Looks like the field that it opens; on a phone, an icon. */
function JumpButton({ openJump }: { openJump: () => void }) {
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
