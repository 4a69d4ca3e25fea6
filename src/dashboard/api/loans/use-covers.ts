import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LoanCollateral } from '#contract/loan-collateral.ts';
import { isClosed } from '#contract/loan-timing.ts';
import { useStanding } from '../http/use-standing-error.ts';
import { toPledgeable } from '../tokens/pledgeable.ts';
import { tokenQuery } from '../tokens/tokens.ts';
import { collateralQuery } from './collateral.ts';
import { broughtBy, coverOf, coverRank, type TokenNow } from './cover.ts';
import type { LoanRow } from './loans.ts';
import { loanConfigurationQuery } from './terms.ts';

export type CoveredLoan = ReturnType<typeof useCovers>['rows'][number];

export function useTokensNow(lines: LoanCollateral['lines']): (id: string) => TokenNow {
  const ids = useMemo(() => [...new Set(lines.map(({ tokenId }) => tokenId))], [lines]);
  const tokens = useQueries({ queries: ids.map((id) => tokenQuery(id)), combine: tokensOf });
  return useMemo(() => {
    const byId = new Map(ids.map((id, place) => [id, tokens[place]]));
    return (id) => byId.get(id) ?? 'asking';
  }, [ids, tokens]);
}

type TokenResult = UseQueryResult<Awaited<ReturnType<ReturnType<typeof tokenQuery>['queryFn'] & object>>>;

function tokensOf(results: TokenResult[]): TokenNow[] {
  return results
    .map(broughtBy)
    .map((token) => (typeof token === 'string' ? token : toPledgeable(token.data)));
}

/** The open loans with their cover, those past the limit first. */
export function useCovers(loans: readonly LoanRow[]) {
  const collateral = useStanding(useQuery(collateralQuery));
  const terms = useStanding(useQuery(loanConfigurationQuery));
  const open = useMemo(() => {
    const byLoan = collateral.data && new Map(collateral.data.map((one) => [one.loan, one]));
    // Null if none is recorded, undefined while that isn't known.
    return loans
      .filter(({ status }) => !isClosed(status))
      .map((loan) => ({ loan, collateral: byLoan && (byLoan.get(loan.id) ?? null) }));
  }, [loans, collateral.data]);
  const lines = useMemo(() => open.flatMap(({ collateral: own }) => own?.lines ?? []), [open]);
  const tokenOf = useTokensNow(lines);
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
  ];
  return {
    rows,
    /** How many have recorded collateral, once that is known. */
    known: collateral.data && rows.filter(({ collateral: own }) => own).length,
    /** What could not be loaded, or not again. */
    failed: asked.find(({ error, data }) => error && !data) ?? asked.find(({ error }) => error),
  };
}
