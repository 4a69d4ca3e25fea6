import { LogOut, Menu } from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import { useDesk } from '#dashboard/api/session.ts';
import { IconButton } from '#dashboard/ui/button.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { ThemeToggle } from '#dashboard/ui/theme-toggle.tsx';
import { EnvironmentBadge } from './environment-badge.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { JumpButton } from './jump-button.tsx';
import { SignOutButton } from './sign-out-button.tsx';

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
