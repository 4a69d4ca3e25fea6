import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import {
  collateralContent,
  collateralList,
  collateralListQuery,
  loanCollateral,
} from '#contract/loan-collateral.ts';
import { MAX_COLLATERAL_LINES } from '#contract/loans.ts';
import { FAILURES } from './gateway-failures.ts';
import { HOLDER } from './gateway-headers.ts';
import type { GatewayOperation } from './gateway-operation.ts';
import type { NamedSchema } from './schemas.ts';

const line = { tokenId: '67f1ab02c9', name: 'Lagos Infrastructure Bond', quantity: '1000', price: '95.5' };

const collateralExample = {
  loan: '68f0c2a9d1',
  source: 'recorded',
  at: '2026-11-24T09:58:01.120Z',
  who: 'Ruth Kamau',
  found: false,
  version: 1,
  lines: [{ ...line, priceAt: null }],
};

/** The addresses of the collateral of loans, in the order of the document. */
export const COLLATERAL_OPERATIONS: readonly GatewayOperation[] = [
  {
    ...{
      id: 'listCollateral',
      tag: 'Shared work',
      method: 'GET',
      path: '/desk/collateral',
      needs: 'session',
    },
    summary: 'List the collateral of loans',
    text: 'Lists the collateral of the organisation’s loans: of those created through the gateway, from its journal, and of others, as people recorded it by hand; of each, the newest 5,000 loans.',
    query: {
      schema: collateralListQuery,
      texts: { loan: 'Only of the loan with this id, however old.' },
      defaults: {},
    },
    done: {
      text: 'The collateral.',
      message: 'Collateral.',
      data: { schema: collateralList, example: { collateral: [collateralExample] } },
    },
    failures: { 400: FAILURES.malformed, 401: FAILURES.signedOut },
  },
  {
    ...{
      id: 'recordCollateral',
      tag: 'Shared work',
      method: 'PUT',
      path: '/desk/collateral/{loan}',
      needs: 'session',
    },
    summary: 'Record the collateral of a loan by hand',
    text: 'Records the collateral of a loan that was not created through the gateway, or changes what was recorded. No lines remove it. A repeat changes nothing. Each change is in the audit log.',
    params: { schema: z.object({ loan: id }), texts: { loan: 'Id of the loan.' } },
    headers: [HOLDER],
    body: { schema: collateralContent, example: { lines: [line], version: 0 } },
    done: {
      text: 'The collateral after the change.',
      message: 'Collateral.',
      data: { schema: loanCollateral, example: collateralExample },
    },
    failures: {
      400: FAILURES.malformed,
      401: FAILURES.signedOut,
      409: FAILURES.collateralChanged,
      413: FAILURES.tooLarge,
      415: FAILURES.notJson,
    },
  },
];

const LINE = {
  text: 'A pledged token.',
  fields: {
    tokenId: 'Id of the token.',
    name: 'The token’s name when it was recorded; null if it is not known.',
    quantity: 'How many units are pledged, as a plain decimal.',
    price: 'The token’s sell price at origination, as a plain decimal; null if it is not known.',
    priceAt: 'When the service had last changed that price, ISO 8601 in UTC; null if it is not known.',
  },
};

/** The schemas of collateral. */
export const COLLATERAL_SCHEMAS: Record<string, NamedSchema> = {
  LoanCollateral: {
    schema: loanCollateral,
    text: 'The collateral of a loan.',
    fields: {
      loan: 'Id of the loan.',
      source: '`created`: from the journal; `recorded`: by a person, by hand.',
      at: 'When it was recorded, ISO 8601 in UTC.',
      who: 'Who created the loan, or recorded the collateral.',
      found: 'Whether the loan was found by a check after the response to its creation was lost.',
      version: 'Grows by one with each change by hand.',
      lines: LINE,
    },
  },
  CollateralList: {
    schema: collateralList,
    text: 'The collateral of the organisation’s loans.',
    fields: { collateral: 'The collateral, the newest first; those recorded by hand come last.' },
  },
  CollateralContent: {
    schema: collateralContent,
    text: 'The collateral of a loan, to record by hand.',
    fields: {
      lines: { ...LINE, text: `A pledged token; at most ${MAX_COLLATERAL_LINES} lines, each token once.` },
      version: 'The version that the change is based on; 0 if nothing is recorded.',
    },
  },
};
