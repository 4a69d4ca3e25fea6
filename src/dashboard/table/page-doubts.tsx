import { countOf } from '#dashboard/lib/figures.ts';
import type { Paging } from '#dashboard/lib/paging.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { contradiction } from './paging-facts.ts';

interface PageDoubtsProps {
  /** What one row is: `loan`. */
  noun: string;
  page: Parameters<typeof contradiction>[0] & { unreadable: number };
  paging: Paging;
}

/** Says where a page of a list can't be trusted: not to be the one that was asked for, or not to be whole. */
export function PageDoubts({ noun, page, paging }: PageDoubtsProps) {
  const doubt = contradiction(page, paging);
  return (
    <>
      {doubt && (
        <Banner tone="warning" title="Paging not confirmed">
          {doubt}
        </Banner>
      )}
      {page.unreadable > 0 && (
        <Banner tone="warning" title={`${countOf(page.unreadable, 'row')} could not be read`}>
          The service sent something else than a {noun} in its place; the rows shown are complete but for
          that.
        </Banner>
      )}
    </>
  );
}
