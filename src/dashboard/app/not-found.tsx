import { Link } from 'react-router-dom';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { PageTitle } from '#dashboard/ui/page-title.tsx';
import { homePage } from './paths.ts';

export function NotFound() {
  return (
    <div className="flex flex-col items-center px-6 py-24 text-center">
      <PageTitle title="Page not found">Page not found</PageTitle>
      <p className="mt-1 mb-5 max-w-md text-muted">Check the link.</p>
      <Link to={homePage.path} className={buttonClass('primary')}>
        Go to {homePage.label}
      </Link>
    </div>
  );
}
