import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { type Permission, type Role, rolesWith } from '#contract/permissions.ts';
import { PERMISSION_LABELS, ROLE_LABELS, rolesText } from '#dashboard/api/session/role-labels.ts';
import { useDesk } from '#dashboard/api/session/session.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { PageTitle } from '#dashboard/ui/page-title.tsx';
import { lackFor, type Page, pageAt, pages } from './paths.ts';

export function NotFound() {
  return <Instead heading="Page not found">Check the link.</Instead>;
}

/** Shown instead of a page that the person's roles don't include: says which roles do, and whom to ask. */
export function NotPermitted({ page, permission }: { page: Page; permission: Permission }) {
  const roles = useDesk().session?.roles ?? [];
  return (
    <Instead heading="Your role does not include this page" title={page.label} leads={permission !== 'read'}>
      {yourRoles(roles)} To {PERMISSION_LABELS[permission]}, {whomToAsk(permission)}
    </Instead>
  );
}

/** `title` is what the document is called, if not by its heading; `leads` adds a link to the overview. */
function Instead(props: { heading: string; title?: string; leads?: boolean; children: ReactNode }) {
  const { heading, title = heading, leads = true, children } = props;
  const { path, label } = pages.overview;
  return (
    <div className="flex flex-col items-center px-6 py-24 text-center">
      <PageTitle title={title}>{heading}</PageTitle>
      <p className="mt-1 mb-5 max-w-md text-muted">{children}</p>
      {leads && (
        <Link to={path} className={buttonClass('primary')}>
          Go to {label}
        </Link>
      )}
    </div>
  );
}

/** Shown above a page that the person may no longer open. */
export function RoleLost() {
  const roles = useDesk().session?.roles ?? [];
  const page = pageAt(useLocation().pathname)?.page;
  const permission = page && lackFor(page, roles);
  if (!permission) return null;
  return (
    <div className="mx-auto max-w-400 px-4 pt-4 md:px-6">
      <Banner tone="danger" title={`You can no longer ${PERMISSION_LABELS[permission]}`}>
        {yourRoles(roles)} What you typed stays on this page. To continue, {whomToAsk(permission)}
      </Banner>
    </div>
  );
}

function yourRoles(roles: readonly Role[]): string {
  if (roles.length === 0) return 'You have no role.';
  return `Your role${roles.length > 1 ? 's are' : ' is'} ${rolesText(roles)}.`;
}

/** The roles that include a permission, as alternatives, and who can give one. */
function whomToAsk(permission: Permission): string {
  const names = rolesWith(permission).map((role) => ROLE_LABELS[role]);
  const either = new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
  return `you need the role ${either}. Ask an administrator of your organisation.`;
}
