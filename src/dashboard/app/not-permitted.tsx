import { Link } from 'react-router-dom';
import type { Permission } from '#contract/permissions.ts';
import { PERMISSION_LABELS } from '#dashboard/api/session/role-labels.ts';
import { useDesk } from '#dashboard/api/session/session.ts';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { PageTitle } from '#dashboard/ui/page-title.tsx';
import { homePage, type Page } from './paths.ts';
import { rolesFor, yourRoles } from './role-words.ts';

/** Shown instead of a page that the person's roles don't include: says which roles do, and whom to ask. */
export function NotPermitted({ page, permission }: { page: Page; permission: Permission }) {
  const roles = useDesk().session?.roles ?? [];
  return (
    <div className="flex flex-col items-center px-6 py-24 text-center">
      <PageTitle title={page.label}>Your role does not include this page</PageTitle>
      <p className="mt-1 mb-5 max-w-md text-muted">
        {yourRoles(roles)} To {PERMISSION_LABELS[permission]}, you need the role {rolesFor(permission)}. Ask
        an administrator of your organisation.
      </p>
      {permission !== 'read' && (
        <Link to={homePage.path} className={buttonClass('primary')}>
          Go to {homePage.label}
        </Link>
      )}
    </div>
  );
}
