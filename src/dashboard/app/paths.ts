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
  Part: ReturnType<typeof lazyPart<object>>;
  /** What a person needs to open it; null: nothing. */
  requires: Permission | null;
}

/** Every page of the desk. It requires `read` unless it says otherwise. */
export const pages = {
  overview: page('/', 'Overview', { load: () => import('../pages/overview/overview-page.tsx') }),
  loans: page('/loans', 'Loans', { load: () => import('../pages/loans/loans-page.tsx') }),
  terms: page('/loans/terms', 'Terms', { load: () => import('../pages/terms/terms-page.tsx') }),
  cover: page('/loans/cover', 'Cover', { load: () => import('../pages/cover/cover-page.tsx') }),
  newLoan: page('/loans/new', 'New loan', {
    load: () => import('../pages/new-loan/new-loan-page.tsx'),
    requires: 'create-loan',
  }),
  loan: page('/loans/:id', 'Loan', { load: () => import('../pages/loan/loan-page.tsx') }),
  tokens: page('/tokens', 'Tokens', { load: () => import('../pages/tokens/tokens-page.tsx') }),
  compare: page('/tokens/compare', 'Compare', { load: () => import('../pages/compare/compare-page.tsx') }),
  token: page('/tokens/:id', 'Token', { load: () => import('../pages/token/token-page.tsx') }),
  customers: page('/customers', 'Customers', { load: () => import('../pages/customers/customers-page.tsx') }),
  customer: page('/customers/:key', 'Customer', {
    load: () => import('../pages/customer/customer-page.tsx'),
  }),
  members: page('/members', 'Members', { load: () => import('../pages/members/members-page.tsx') }),
  member: page('/members/:id', 'Member', { load: () => import('../pages/member/member-page.tsx') }),
  cancelOrders: page('/orders/cancel', 'Cancel orders', {
    load: () => import('../pages/orders/cancel-orders-page.tsx'),
    requires: 'cancel-orders',
  }),
  runs: page('/orders/runs', 'Cancellation runs', {
    load: () => import('../pages/runs/runs-page.tsx'),
    requires: 'see-runs',
  }),
  run: page('/orders/runs/:id', 'Run', {
    load: () => import('../pages/run/run-page.tsx'),
    requires: 'see-runs',
  }),
  activity: page('/activity', 'Activity', { load: () => import('../pages/activity/activity-page.tsx') }),
  entry: page('/activity/:id', 'Request', { load: () => import('../pages/entry/entry-page.tsx') }),
  approvals: page('/approvals', 'Approvals', { load: () => import('../pages/approvals/approvals-page.tsx') }),
  approvalRules: page('/approvals/rules', 'Approval rules', {
    load: () => import('../pages/approval-rules/approval-rules-page.tsx'),
    requires: 'manage-people',
  }),
  approval: page('/approvals/:id', 'Approval', { load: () => import('../pages/approval/approval-page.tsx') }),
  auditLog: page('/audit-log', 'Audit log', { load: () => import('../pages/audit-log/audit-log-page.tsx') }),
  people: page('/people', 'People', {
    load: () => import('../pages/people/people-page.tsx'),
    requires: 'manage-people',
  }),
  diagnostics: page('/diagnostics', 'Diagnostics', {
    load: () => import('../pages/diagnostics/diagnostics-page.tsx'),
    requires: null,
  }),
  settings: page('/settings', 'Settings', {
    load: () => import('../pages/settings/settings-page.tsx'),
    requires: null,
  }),
};

function page(path: string, label: string, how: Pick<Page, 'load'> & Partial<Page>): Page {
  const made: Page = {
    path,
    label,
    requires: 'read',
    ...how,
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
