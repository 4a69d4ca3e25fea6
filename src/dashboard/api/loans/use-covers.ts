import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LoanCollateral } from '#contract/loan-collateral.ts';
import { isClosed } from '#contract/loan-timing.ts';
import { useStanding } from '../http/use-standing-error.ts';
import { broughtBy, useTokensNow } from '../tokens/tokens-now.ts';
import { collateralQuery } from './collateral.ts';
import { coverOf, coverRank } from './cover.ts';
import type { LoanRow } from './loans.ts';
import { loanConfigurationQuery } from './terms.ts';

export type CoveredLoan = ReturnType<typeof useCovers>['rows'][number];

/** The open loans with their cover, those past the limit first. */
export function useCovers(loans: readonly LoanRow[]) {
  const collateral = useStanding(useQuery(collateralQuery()));
  const terms = useStanding(useQuery(loanConfigurationQuery));
  const open = useMemo(() => {
    const byLoan = collateral.data && new Map(collateral.data.map((one) => [one.loan, one]));
    // Null if none is recorded, undefined while that isn't known.
    return loans
      .filter(({ status }) => !isClosed(status))
      .map((loan) => ({ loan, collateral: byLoan && (byLoan.get(loan.id) ?? null) }));
  }, [loans, collateral.data]);
  const ids = useMemo(() => tokensIn(open.flatMap(({ collateral: own }) => own?.lines ?? [])), [open]);
  const { tokenOf, list } = useTokensNow(ids);
  const termsNow = broughtBy(terms);
  const absent = collateral.error ? 'failed' : 'asking';
  const rows = useMemo(
    () =>
      open
        .map((each) => {
          const own = each.collateral === undefined ? absent : each.collateral;
          return { ...each, cover: coverOf(each.loan, own, { tokenOf, terms: termsNow }) };
        })
        .sort((a, b) => coverRank(a.cover) - coverRank(b.cover)),
    [open, tokenOf, termsNow, absent],
  );
  const asked = [
    { what: 'collateral', ...collateral },
    { what: 'terms', ...terms },
    { what: 'current prices', ...list },
  ];
  return {
    rows,
    /** How many have recorded collateral, once that is known. */
    known: collateral.data && rows.filter(({ collateral: own }) => own).length,
    /** What could not be loaded, or not again. */
    failed: asked.find(({ error, data }) => error && !data) ?? asked.find(({ error }) => error),
  };
}

/** The tokens of collateral, each once. */
export function tokensIn(lines: LoanCollateral['lines']): string[] {
  return [...new Set(lines.map(({ tokenId }) => tokenId))];
}
