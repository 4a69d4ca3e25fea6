import { Activity } from 'react';
import { Route, Routes } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFound } from './not-found.tsx';
import { pageParts } from './page-parts.ts';
import { useVisits } from './use-visits.ts';

/** The page at the address; and out of sight, the page that is approached, which then has only to be shown. */
export function Pages() {
  return useVisits().map(({ key, location }, index) => (
    <Activity key={key} mode={index === 0 ? 'visible' : 'hidden'}>
      <ErrorBoundary attempt={location.pathname}>
        <Routes location={location}>
          {pageParts.map(({ page, Part }) => (
            <Route key={page.path} path={page.path} element={<Part />} />
          ))}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </ErrorBoundary>
    </Activity>
  ));
}
