import { useEffect, useState } from 'react';
import type { MemberRow } from '#dashboard/api/members.ts';
import { filterPlaces, Superseded } from '#dashboard/lib/slices.ts';
import type { Column } from '#dashboard/table/column.ts';
import { type Rows, viewOf } from '#dashboard/table/rows.ts';
import { type Sort, sortedPlaces } from '#dashboard/table/sorting.ts';
import { type MemberFilter, passesMember } from './member-filter.ts';

/** The rows that pass the filter, in the order of the sort, worked out in slices. */
export function useMemberView(
  rows: readonly MemberRow[] | undefined,
  filter: MemberFilter,
  sort: Sort | null,
  columns: readonly Column<MemberRow>[],
): { view: Rows<MemberRow> | undefined; busy: boolean } {
  const [answer, setAnswer] = useState<{ rows: readonly MemberRow[]; key: string; view: Rows<MemberRow> }>();
  const key = JSON.stringify([filter, sort]);
  const plain = sort === null && !/[^[\]{}:,"]/.test(JSON.stringify(Object.values(filter)));
  useEffect(() => {
    if (!rows || plain) return;
    const abort = new AbortController();
    const [wanted, order] = JSON.parse(key) as [MemberFilter, Sort | null];
    const work = async () => {
      const places = await filterPlaces(
        rows.length,
        (place) => passesMember(rows[place] as MemberRow, wanted),
        abort.signal,
      );
      const sorted = await sortedPlaces(rows, columns, order, { places, signal: abort.signal });
      if (!abort.signal.aborted) setAnswer({ rows, key, view: viewOf(rows, sorted) });
    };
    work().catch((error: unknown) => {
      if (!(error instanceof Superseded)) throw error;
    });
    return () => abort.abort();
  }, [rows, key, plain, columns]);
  if (!rows) return { view: undefined, busy: false };
  if (plain) return { view: rows, busy: false };
  return { view: answer?.view, busy: answer !== undefined && answer.key !== key };
}
