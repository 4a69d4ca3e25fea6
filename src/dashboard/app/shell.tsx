import { Suspense } from 'react';
import { Arrival } from './arrival.tsx';
import { Mark } from './mark.tsx';
import { Navigation } from './navigation.tsx';
import { Overlays } from './overlays.tsx';
import { Pages } from './pages.tsx';
import { TopBar } from './top-bar.tsx';
import { useJump } from './use-jump.ts';

/**
 * The desk: what stands round every page, and the page. `arrived` says that the person has just signed in, not
 * opened the address.
 */
export function Shell({ arrived }: { arrived: boolean }) {
  const { jump, setJump, openJump } = useJump();
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
        <TopBar openJump={openJump} />
        <main id="main" tabIndex={-1} className="relative min-h-0 flex-1 desk:overflow-y-auto">
          <Suspense fallback={null}>
            <Pages />
            <Arrival arrived={arrived} />
          </Suspense>
        </main>
      </div>
      <Overlays {...{ jump, setJump, openJump }} />
    </div>
  );
}
