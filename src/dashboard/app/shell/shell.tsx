import LogOut from 'lucide-react/icons/log-out';
import Menu from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import { Suspense, useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { DeskState } from '#contract/session.ts';
import { sessionHolder, useDesk } from '#dashboard/api/session/session.ts';
import { isMac } from '#dashboard/lib/shortcuts.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { IconButton } from '#dashboard/ui/button.tsx';
import { useFocusOnNews } from '#dashboard/ui/focus.ts';
import { jumpKeys, Keys } from '#dashboard/ui/keys.tsx';
import { latePart } from '#dashboard/ui/late-part.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { ThemeToggle } from '#dashboard/ui/theme-toggle.tsx';
import { noteRecord } from '../command-palette/recent.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { Pages } from '../pages.tsx';
import { isRecordPage, pageAt } from '../paths.ts';
import { useScrollMemory } from '../scroll-memory.ts';
import { SignOutButton } from '../session/sign-out-button.tsx';
import { EnvironmentBadge } from './environment-badge.tsx';
import { Mark } from './mark.tsx';
import { Navigation } from './navigation.tsx';
import { JumpDialog, Overlays, useOverlay } from './overlays.tsx';

const WrongClock = latePart(() => import('./wrong-clock.tsx').then((module) => module.WrongClock));

/** The frame of every page, and the page. `arrived` says that the person has just signed in, not opened the address. */
export function Shell({ arrived }: { arrived: boolean }) {
  const jump = useOverlay(JumpDialog);
  return (
    <div className="flex min-h-dvh desk:h-dvh">
      <a
        href="#main"
        className="sr-only z-30 rounded-control bg-accent px-4 py-3 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <aside className="sticky top-0 flex h-dvh w-52 shrink-0 flex-col border-hairline border-r bg-panel max-lg:hidden">
        <div className="flex h-14 items-center px-5">
          <Mark />
        </div>
        <Navigation />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar openJump={jump.show} />
        <WrongClock />
        <main id="main" tabIndex={-1} className="relative min-h-0 flex-1 desk:overflow-y-auto">
          <Suspense fallback={null}>
            <Pages />
            <Arrival arrived={arrived} />
          </Suspense>
        </main>
      </div>
      <Overlays jump={jump} />
    </div>
  );
}

/**
 * What happens once the page that was navigated to is there. Rendered after it, so that its own effects come first.
 * `arrived` says that the person has just signed in, not opened the address.
 */
function Arrival({ arrived }: { arrived: boolean }) {
  const { pathname, search, key } = useLocation();
  // At the address as it was opened, the focus stays at the top.
  useFocusOnNews(pathname, { first: arrived });
  const back = useNavigationType() === 'POP';
  const holder = sessionHolder(useDesk());
  useScrollMemory(pathname, key, back);
  useEffect(() => {
    const page = pageAt(pathname)?.page;
    if (!page || !isRecordPage(page)) return;
    // A record's name is known once it is loaded, so its title is noted again on leaving.
    const note = () =>
      noteRecord(holder, { address: pathname + search, title: document.title.replace(/ · Pledge$/, '') });
    note();
    return note;
  }, [pathname, search, holder]);
  return null;
}

const NavigationSheet = lazyPart(() =>
  import('./navigation-sheet.tsx').then((module) => module.NavigationSheet),
);

function TopBar({ openJump }: { openJump: () => void }) {
  const { environment, session } = useDesk();
  const menu = useOverlay(NavigationSheet);
  return (
    <header className="sticky top-0 z-20 flex min-h-14 shrink-0 flex-wrap items-center gap-x-1.5 border-hairline border-b bg-page px-2 md:gap-x-3 md:px-6">
      <IconButton
        label="Navigation"
        aria-expanded={menu.open === true}
        icon={<Menu size={18} aria-hidden />}
        className="lg:hidden"
        onPointerDown={NavigationSheet.approach}
        onClick={menu.show}
      />
      <JumpButton open={openJump} />
      <EnvironmentBadge environment={environment} />
      {session && <Account session={session} />}
      <div className="flex shrink-0 items-center gap-1 max-md:ml-auto">
        <ThemeToggle />
        <SignOutButton icon={<LogOut size={16} aria-hidden />}>
          <span className="max-md:sr-only">Sign out</span>
        </SignOutButton>
      </div>
      {menu.open !== null && (
        <ErrorBoundary>
          <NavigationSheet.Apart open={menu.open} onOpenChange={menu.onOpenChange} />
        </ErrorBoundary>
      )}
    </header>
  );
}

/** Who is signed in, and for which organisation; on a phone in a line of its own, so that it is always in view. */
function Account({ session: { person, label } }: { session: NonNullable<DeskState['session']> }) {
  return (
    <span
      title={`${person.name}, ${label}`}
      className="flex min-w-0 leading-tight max-md:order-last max-md:basis-full max-md:gap-1.5 max-md:px-2 max-md:pb-1.5 max-md:text-label md:mr-2 md:ml-auto md:flex-col md:text-right"
    >
      <span className="truncate font-medium">{clip(person.name, 80)}</span>
      {person.name !== label && <span className="truncate text-label text-muted">{label}</span>}
    </span>
  );
}

/** Looks like the field that it opens; on a phone, an icon. */
function JumpButton({ open }: { open: () => void }) {
  return (
    <button
      type="button"
      title="Search or jump"
      aria-haspopup="dialog"
      aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
      onPointerEnter={JumpDialog.approach}
      onPointerDown={JumpDialog.approach}
      onFocus={JumpDialog.approach}
      onClick={open}
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
