import { type AllRows, type AllRowsSource, useAllRows } from '../http/all-rows.ts';
import { call } from '../http/client.ts';
import { type LoanRow, toLoanPage } from './loans.ts';

const source: AllRowsSource<LoanRow> = {
  name: 'loans',
  fetchPage: async (page, limit, signal) =>
    toLoanPage(await call('listLoans', { query: { page, limit } }, signal)),
  idOf: (loan) => loan.id,
};

/** Every loan of the creditor, newest first, loaded in the background while `wanted`. */
export function useAllLoans(wanted: boolean): AllRows<LoanRow> {
  return useAllRows(source, wanted);
}
