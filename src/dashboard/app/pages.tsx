import { Activity, memo } from 'react';
import { type Location, Route, Routes } from 'react-router-dom';
import { useDesk } from '#dashboard/api/session/session.ts';
import { useFormats } from '#dashboard/ui/use-settings.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFound, NotPermitted, pageParts } from './page-parts.ts';
import { lackFor } from './paths.ts';
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
  const roles = useDesk().session?.roles ?? [];
  return (
    <ErrorBoundary attempt={location.pathname}>
      <Routes location={location}>
        {pageParts.map(({ page, Part }) => {
          const lack = lackFor(page, roles);
          const element = lack === null ? <Part /> : <NotPermitted page={page} permission={lack} />;
          return <Route key={page.path} path={page.path} element={element} />;
        })}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </ErrorBoundary>
  );
});
