import { Route, Routes } from 'react-router-dom';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { NotFound } from './not-found.tsx';
import { pageParts } from './page-parts.ts';
import { Shell } from './shell.tsx';

export function Router({ arrived }: { arrived: boolean }) {
  // Figures and dates are written by the settings: when those change, everything is drawn anew, and stays as it is.
  useSettings();
  return (
    <Routes>
      <Route element={<Shell arrived={arrived} />}>
        {pageParts.map(({ page, Part }) => (
          <Route key={page.path} path={page.path} element={<Part />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
