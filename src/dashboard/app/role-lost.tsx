import { useLocation } from 'react-router-dom';
import { PERMISSION_LABELS } from '#dashboard/api/session/role-labels.ts';
import { useDesk } from '#dashboard/api/session/session.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { lackFor, pageAt } from './paths.ts';
import { rolesFor, yourRoles } from './role-words.ts';

/** Says that the person may no longer do what the page is for, and whom to ask. */
export function RoleLost() {
  const roles = useDesk().session?.roles ?? [];
  const page = pageAt(useLocation().pathname)?.page;
  const permission = page && lackFor(page, roles);
  if (!permission) return null;
  return (
    <div className="mx-auto max-w-400 px-4 pt-4 md:px-6">
      <Banner tone="danger" title={`You can no longer ${PERMISSION_LABELS[permission]}`}>
        {yourRoles(roles)} What you typed stays on this page. To continue, you need the role{' '}
        {rolesFor(permission)}. Ask an administrator of your organisation.
      </Banner>
    </div>
  );
}
