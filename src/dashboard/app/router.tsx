import { Navigate, Route, Routes } from 'react-router-dom';
import { NotFound } from './not-found.tsx';
import { pageParts } from './page-parts.ts';
import { homePage } from './paths.ts';
import { Shell } from './shell.tsx';

export function Router({ arrived }: { arrived: boolean }) {
  return (
    <Routes>
      <Route element={<Shell arrived={arrived} />}>
        <Route index element={<Navigate to={homePage.path} replace />} />
        {pageParts.map(({ page, Part }) => (
          <Route key={page.path} path={page.path} element={<Part />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
