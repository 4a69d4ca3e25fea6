import { memo, useMemo } from 'react';
import {
  type Location,
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  Route,
  Routes,
} from 'react-router-dom';
import { useFormats } from '#dashboard/ui/use-settings.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { addressOf } from './in-view.ts';
import { NotFound } from './not-found.tsx';
import { pageParts } from './page-parts.ts';
import { PagePlace } from './page-place.tsx';
import { useVisits } from './use-visits.ts';

/** The page at the address; and out of sight, the page that is approached, which then has only to be shown. */
export function Pages() {
  return useVisits().map(({ key, location }, index) => (
    <PagePlace key={key} address={addressOf(location)} inView={index === 0}>
      <PageAt location={location} />
    </PagePlace>
  ));
}

/**
 * A page, with a location of its own: it renders again when its own address changes, not whenever the desk's does.
 * `Routes` takes a location, too, but makes another of it each time, and every link of the page follows.
 */
const PageAt = memo(function PageAt({ location }: { location: Location }) {
  // Figures and dates are written by settings: when those change, the page is drawn anew, and stays as it is.
  useFormats();
  const here = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location]);
  return (
    <LocationContext value={here}>
      <ErrorBoundary attempt={location.pathname}>
        <Routes>
          {pageParts.map(({ page, Part }) => (
            <Route key={page.path} path={page.path} element={<Part />} />
          ))}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </ErrorBoundary>
    </LocationContext>
  );
});
