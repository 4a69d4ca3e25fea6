import { type AllRows, useAllRows } from '../http/all-rows.ts';
import { listSource } from '../http/list-source.ts';
import { type LoanRow, toLoanPage } from './loans.ts';

/** The creditor's loans, newest first. */
export const loanList = listSource({
  name: 'loans',
  endpoint: 'listLoans',
  read: toLoanPage,
  idOf: (loan: LoanRow) => loan.id,
});

/** Every loan of the creditor, newest first, loaded in the background while `wanted`. */
export function useAllLoans(wanted: boolean): AllRows<LoanRow> {
  return useAllRows(loanList, wanted);
}
