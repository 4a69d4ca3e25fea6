import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { matchRoutes } from 'react-router-dom';
import { isPermitted, type Permission, type Role } from '#contract/permissions.ts';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';

/** The values in an address that a page's path names with a colon, decoded. */
export type PageParams = Readonly<Record<string, string>>;

/** What the module of a page gives: the page, and how to fetch what it shows first. */
export interface PageModule {
  default: ComponentType;
  loader?: (client: QueryClient, search: URLSearchParams, params: PageParams) => Promise<unknown>;
}

export interface Page {
  /** With its parameters as `:name`. */
  path: string;
  label: string;
  load: () => Promise<PageModule>;
  /** The component that shows it. */
  Part: ReturnType<typeof lazyPart<object>>;
  /** What a person needs to open it; null: nothing. */
  requires: Permission | null;
}

/** Every page of the desk, with the permission that opens it; null: none. */
export const pages = {
  overview: page('/', 'Overview', 'read', () => import('../pages/overview/overview-page.tsx')),
  loans: page('/loans', 'Loans', 'read', () => import('../pages/loans/loans-page.tsx')),
  terms: page('/loans/terms', 'Terms', 'read', () => import('../pages/terms/terms-page.tsx')),
  cover: page('/loans/cover', 'Cover', 'read', () => import('../pages/cover/cover-page.tsx')),
  newLoan: page('/loans/new', 'New loan', 'create-loan', () => import('../pages/new-loan/new-loan-page.tsx')),
  loan: page('/loans/:id', 'Loan', 'read', () => import('../pages/loan/loan-page.tsx')),
  tokens: page('/tokens', 'Tokens', 'read', () => import('../pages/tokens/tokens-page.tsx')),
  compare: page('/tokens/compare', 'Compare', 'read', () => import('../pages/compare/compare-page.tsx')),
  token: page('/tokens/:id', 'Token', 'read', () => import('../pages/token/token-page.tsx')),
  customers: page('/customers', 'Customers', 'read', () => import('../pages/customers/customers-page.tsx')),
  customer: page('/customers/:key', 'Customer', 'read', () => import('../pages/customer/customer-page.tsx')),
  members: page('/members', 'Members', 'read', () => import('../pages/members/members-page.tsx')),
  member: page('/members/:id', 'Member', 'read', () => import('../pages/member/member-page.tsx')),
  cancelOrders: page(
    '/orders/cancel',
    'Cancel orders',
    'cancel-orders',
    () => import('../pages/orders/cancel-orders-page.tsx'),
  ),
  runs: page('/orders/runs', 'Cancellation runs', 'see-runs', () => import('../pages/runs/runs-page.tsx')),
  run: page('/orders/runs/:id', 'Run', 'see-runs', () => import('../pages/run/run-page.tsx')),
  activity: page('/activity', 'Activity', 'read', () => import('../pages/activity/activity-page.tsx')),
  entry: page('/activity/:id', 'Request', 'read', () => import('../pages/entry/entry-page.tsx')),
  approvals: page('/approvals', 'Approvals', 'read', () => import('../pages/approvals/approvals-page.tsx')),
  approvalRules: page(
    '/approvals/rules',
    'Approval rules',
    'manage-people',
    () => import('../pages/approval-rules/approval-rules-page.tsx'),
  ),
  approval: page('/approvals/:id', 'Approval', 'read', () => import('../pages/approval/approval-page.tsx')),
  auditLog: page('/audit-log', 'Audit log', 'read', () => import('../pages/audit-log/audit-log-page.tsx')),
  people: page('/people', 'People', 'manage-people', () => import('../pages/people/people-page.tsx')),
  diagnostics: page(
    '/diagnostics',
    'Diagnostics',
    null,
    () => import('../pages/diagnostics/diagnostics-page.tsx'),
  ),
  settings: page('/settings', 'Settings', null, () => import('../pages/settings/settings-page.tsx')),
};

function page(path: string, label: string, requires: Page['requires'], load: Page['load']): Page {
  const made: Page = {
    ...{ path, label, requires, load },
    Part: lazyPart(async () => (await made.load()).default),
  };
  return made;
}

/** The permission that a page requires and these roles lack; null if it may be opened. */
export function lackFor({ requires }: Page, roles: readonly Role[]): Permission | null {
  return requires === null || isPermitted(roles, requires) ? null : requires;
}

/** Whether a page shows one record, which its address names. */
export function isRecordPage({ path }: Page): boolean {
  return path.includes(':');
}

const routes = Object.values(pages).map((page) => ({ path: page.path, page, caseSensitive: true }));

/** The page at an address and what the address names; none where that can't be decoded. */
export function pageAt(pathname: string): { page: Page; params: PageParams } | undefined {
  try {
    decodeURI(pathname);
  } catch {
    return undefined;
  }
  const [match] = matchRoutes(routes, { pathname }) ?? [];
  if (!match) return undefined;
  const params = Object.entries(match.params).map(([name, text = '']) => [name, text]);
  return { page: match.route.page, params: Object.fromEntries(params) };
}

/** The name of the file with the code of the page at a path, which the build's manifest knows; null without a page. */
export function codeAt(pathname: string): string | null {
  const page = pageAt(pathname)?.page;
  const [key] = Object.entries<Page>(pages).find((entry) => entry[1] === page) ?? [];
  return key === undefined ? null : `${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page`;
}
