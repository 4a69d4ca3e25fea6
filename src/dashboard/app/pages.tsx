import { Activity, memo, useState } from 'react';
import { type Location, Route, Routes } from 'react-router-dom';
import type { Permission } from '#contract/permissions.ts';
import { useDesk } from '#dashboard/api/session/session.ts';
import { usePageShown } from '#dashboard/ui/late-part.tsx';
import { useFormats } from '#dashboard/ui/use-settings.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFound, NotPermitted, RoleLost } from './page-parts.ts';
import { lackFor, type Page, pages } from './paths.ts';
import { useVisits } from './use-visits.ts';

/** The page at the address; and hidden, the page whose link is pointed at, which a click then only has to show. */
export function Pages() {
  return useVisits().map(({ key, location }, index) => (
    <Activity key={key} mode={index === 0 ? 'visible' : 'hidden'}>
      <div data-page={index === 0 ? 'in-view' : 'ready'} className="flow-root desk:h-full print:h-auto">
        <PageAt location={location} />
      </div>
    </Activity>
  ));
}

/** A page with a location of its own, because a hidden page isn't at the address yet. */
const PageAt = memo(function PageAt({ location }: { location: Location }) {
  // Figures and dates are written by settings: when those change, the page renders again, and keeps its state.
  useFormats();
  usePageShown();
  const roles = useDesk().session?.roles ?? [];
  return (
    <ErrorBoundary attempt={location.pathname}>
      <Routes location={location}>
        {Object.values(pages).map((page) => {
          const element = <Permitted page={page} lack={lackFor(page, roles)} />;
          return <Route key={page.path} path={page.path} element={element} />;
        })}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </ErrorBoundary>
  );
});

/** A page, if the person lacks no permission for it. One that was open when a role was taken away stays, with what was typed. */
function Permitted({ page, lack }: { page: Page; lack: Permission | null }) {
  const [wasOpen, setWasOpen] = useState(lack === null);
  if (lack === null && !wasOpen) setWasOpen(true);
  if (lack !== null && !wasOpen) return <NotPermitted page={page} permission={lack} />;
  return (
    <>
      {lack !== null && <RoleLost />}
      <page.Part />
    </>
  );
}
