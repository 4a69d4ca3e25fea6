import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { isPermitted, type Permission, type Role } from '#contract/permissions.ts';
import { trimEnd } from '#contract/trim-end.ts';

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
  /** What a person needs to open it: `read` unless it says otherwise, and nothing where it is null. */
  requires?: Permission | null;
}

/** Every page of the desk. */
export const pages = {
  overview: {
    path: '/',
    label: 'Overview',
    load: () => import('#dashboard/pages/overview/overview-page.tsx'),
  },
  loans: {
    path: '/loans',
    label: 'Loans',
    load: () => import('#dashboard/pages/loans/loans-page.tsx'),
  },
  terms: {
    path: '/loans/terms',
    label: 'Terms',
    load: () => import('#dashboard/pages/terms/terms-page.tsx'),
  },
  cover: {
    path: '/loans/cover',
    label: 'Cover',
    load: () => import('#dashboard/pages/cover/cover-page.tsx'),
  },
  newLoan: {
    path: '/loans/new',
    label: 'New loan',
    load: () => import('#dashboard/pages/new-loan/new-loan-page.tsx'),
    requires: 'create-loan',
  },
  loan: { path: '/loans/:id', label: 'Loan', load: () => import('#dashboard/pages/loan/loan-page.tsx') },
  tokens: {
    path: '/tokens',
    label: 'Tokens',
    load: () => import('#dashboard/pages/tokens/tokens-page.tsx'),
  },
  compare: {
    path: '/tokens/compare',
    label: 'Compare',
    load: () => import('#dashboard/pages/compare/compare-page.tsx'),
  },
  token: { path: '/tokens/:id', label: 'Token', load: () => import('#dashboard/pages/token/token-page.tsx') },
  customers: {
    path: '/customers',
    label: 'Customers',
    load: () => import('#dashboard/pages/customers/customers-page.tsx'),
  },
  customer: {
    path: '/customers/:key',
    label: 'Customer',
    load: () => import('#dashboard/pages/customer/customer-page.tsx'),
  },
  members: {
    path: '/members',
    label: 'Members',
    load: () => import('#dashboard/pages/members/members-page.tsx'),
  },
  member: {
    path: '/members/:id',
    label: 'Member',
    load: () => import('#dashboard/pages/member/member-page.tsx'),
  },
  cancelOrders: {
    path: '/orders/cancel',
    label: 'Cancel orders',
    load: () => import('#dashboard/pages/orders/cancel-orders-page.tsx'),
    requires: 'cancel-orders',
  },
  runs: {
    path: '/orders/runs',
    label: 'Cancellation runs',
    load: () => import('#dashboard/pages/runs/runs-page.tsx'),
    requires: 'see-runs',
  },
  run: {
    path: '/orders/runs/:id',
    label: 'Run',
    load: () => import('#dashboard/pages/run/run-page.tsx'),
    requires: 'see-runs',
  },
  activity: {
    path: '/activity',
    label: 'Activity',
    load: () => import('#dashboard/pages/activity/activity-page.tsx'),
  },
  entry: {
    path: '/activity/:id',
    label: 'Request',
    load: () => import('#dashboard/pages/entry/entry-page.tsx'),
  },
  approvals: {
    path: '/approvals',
    label: 'Approvals',
    load: () => import('#dashboard/pages/approvals/approvals-page.tsx'),
  },
  approvalRules: {
    path: '/approvals/rules',
    label: 'Approval rules',
    load: () => import('#dashboard/pages/approval-rules/approval-rules-page.tsx'),
    requires: 'manage-people',
  },
  approval: {
    path: '/approvals/:id',
    label: 'Approval',
    load: () => import('#dashboard/pages/approval/approval-page.tsx'),
  },
  auditLog: {
    path: '/audit-log',
    label: 'Audit log',
    load: () => import('#dashboard/pages/audit-log/audit-log-page.tsx'),
  },
  people: {
    path: '/people',
    label: 'People',
    load: () => import('#dashboard/pages/people/people-page.tsx'),
    requires: 'manage-people',
  },
  diagnostics: {
    path: '/diagnostics',
    label: 'Diagnostics',
    load: () => import('#dashboard/pages/diagnostics/diagnostics-page.tsx'),
    requires: null,
  },
  settings: {
    path: '/settings',
    label: 'Settings',
    load: () => import('#dashboard/pages/settings/settings-page.tsx'),
    requires: null,
  },
} as const satisfies Record<string, Page>;

/** The page that the desk opens with. */
export const homePage: Page = pages.overview;

/** The permission that a page requires and these roles lack; null if it may be opened. */
export function lackFor({ requires = 'read' }: Page, roles: readonly Role[]): Permission | null {
  return requires === null || isPermitted(roles, requires) ? null : requires;
}

/** Whether a page shows one record, which its address names. */
export function isRecordPage({ path }: Page): boolean {
  return path.includes(':');
}

/** The page at an address and what the address names; a path that is written out wins over one that is not. */
export function pageAt(pathname: string): { page: Page; params: PageParams } | undefined {
  const asked = segmentsOf(pathname);
  const matches = Object.values<Page>(pages).flatMap((page) => {
    const params = match(segmentsOf(page.path), asked);
    return params ? [{ page, params }] : [];
  });
  return matches.find(({ page }) => !isRecordPage(page)) ?? matches[0];
}

/** The name of the file with the code of the page at a path, which the build's manifest knows; null without a page. */
export function codeAt(pathname: string): string | null {
  const page = pageAt(pathname)?.page;
  const [key] = Object.entries<Page>(pages).find((entry) => entry[1] === page) ?? [];
  return key === undefined ? null : `${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page`;
}

/** The parameters of an address that fits a path; null where it doesn't, or can't be decoded. */
function match(path: string[], asked: string[]): Record<string, string> | null {
  if (path.length !== asked.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of path.entries()) {
    const text = asked[index] ?? '';
    if (segment.startsWith(':')) {
      const decoded = decode(text);
      if (decoded === null) return null;
      params[segment.slice(1)] = decoded;
    } else if (segment !== text) return null;
  }
  return params;
}

function segmentsOf(pathname: string): string[] {
  return trimEnd(pathname.replace(/^\//, ''), '/').split('/');
}

function decode(text: string): string | null {
  try {
    return text === '' ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}
