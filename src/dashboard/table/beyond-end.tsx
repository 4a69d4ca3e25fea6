import { Link, useSearchParams } from 'react-router-dom';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { type Paging, withPaging } from '#dashboard/lib/paging.ts';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';

interface BeyondEndProps {
  /** What the rows are: `loans`. */
  what: string;
  paging: Paging;
  last: number;
}

/** Takes the place of the rows: the address asks for a page after the last one. */
export function BeyondEnd({ what, paging, last }: BeyondEndProps) {
  const [search] = useSearchParams();
  return (
    <Notice
      title={`There is no page ${formatCount(paging.page)}`}
      action={
        <Link to={{ search: withPaging(search, { ...paging, page: last }) }} className={buttonClass()}>
          Go to the last page
        </Link>
      }
    >
      With {paging.limit} {what} a page, the list has {countOf(last, 'page')}.
    </Notice>
  );
}
