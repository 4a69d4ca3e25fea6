import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { loanPageAddress } from '#dashboard/api/first-requests.ts';
import { readPaging } from '#dashboard/lib/paging.ts';

/** What the module of a page gives: the page, and how to fetch what it shows first. */
export interface PageModule {
  default: ComponentType;
  loader?: (client: QueryClient, search: URLSearchParams) => Promise<void>;
}

export interface Page {
  path: string;
  label: string;
  load: () => Promise<PageModule>;
  /** The address of the first thing the page asks for, known before its code is there. */
  firstRequest?: (search: URLSearchParams) => string;
}

/** Every page of the desk. */
export const pages = {
  loans: {
    path: '/loans',
    label: 'Loans',
    load: () => import('#dashboard/pages/loans/loans-page.tsx'),
    firstRequest: (search) => loanPageAddress(readPaging(search)),
  },
} as const satisfies Record<string, Page>;

/** The page on which the desk opens. */
export const homePage = pages.loans;

export function pageAt(pathname: string): Page | undefined {
  const path = pathname.replace(/\/+$/, '') || homePage.path;
  return Object.values<Page>(pages).find((page) => page.path === path);
}
