import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LoanCollateral } from '#contract/loan-collateral.ts';
import { isClosed } from '#contract/loan-timing.ts';
import { toPledgeable } from '../tokens/pledgeable.ts';
import { tokenQuery } from '../tokens/tokens.ts';
import { collateralQuery } from './collateral.ts';
import { coverOf, coverRank, type TokenNow } from './cover.ts';
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
  return results.map(({ data, error }) => (data ? toPledgeable(data.data) : error ? 'failed' : 'asking'));
}

/** The open loans with their cover, those past the limit first. `known` counts those whose collateral is recorded. */
export function useCovers(loans: readonly LoanRow[]) {
  const collateral = useQuery(collateralQuery);
  const terms = useQuery(loanConfigurationQuery);
  const open = useMemo(() => {
    const byLoan = new Map(collateral.data?.map((one) => [one.loan, one]));
    return loans
      .filter(({ status }) => !isClosed(status))
      .map((loan) => ({ loan, collateral: byLoan.get(loan.id) }));
  }, [loans, collateral.data]);
  const lines = useMemo(() => open.flatMap(({ collateral: own }) => own?.lines ?? []), [open]);
  const tokenOf = useTokensNow(lines);
  const ratio = terms.data?.data.collateral_ratio;
  const rows = useMemo(
    () =>
      open
        .map((each) => ({ ...each, cover: coverOf(each.loan, each.collateral, { tokenOf, ratio }) }))
        .sort((a, b) => coverRank(a.cover) - coverRank(b.cover)),
    [open, tokenOf, ratio],
  );
  return {
    rows,
    known: rows.filter(({ collateral: own }) => own !== undefined).length,
    past: rows.filter(({ cover }) => cover.state === 'past').length,
    isAsking: collateral.isPending || terms.isPending || rows.some(({ cover }) => cover.state === 'asking'),
    queries: [collateral, terms] as const,
  };
}
