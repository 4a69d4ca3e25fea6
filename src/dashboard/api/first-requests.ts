import type { Paging } from '#dashboard/lib/paging.ts';

/**
 * The addresses of the requests that the first script of the page makes. They are written out here because the
 * contract, which knows them, is still being downloaded then; a test holds the two together.
 */

export function loanPageAddress({ page, limit }: Paging): string {
  return `/v1/api/creditor/credit/loans?page=${page}&limit=${limit}`;
}

export const ALL_CUSTOMERS_ADDRESS = '/v1/api/customers';

export const LOAN_CONFIGURATION_ADDRESS = '/v1/api/credit/loan-configuration';
