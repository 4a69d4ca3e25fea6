import { Activity, memo } from 'react';
import { type Location, Route, Routes } from 'react-router-dom';
import { useFormats } from '#dashboard/ui/use-settings.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFound } from './not-found.tsx';
import { pageParts } from './page-parts.ts';
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
  return (
    <ErrorBoundary attempt={location.pathname}>
      <Routes location={location}>
        {pageParts.map(({ page, Part }) => (
          <Route key={page.path} path={page.path} element={<Part />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </ErrorBoundary>
  );
});
