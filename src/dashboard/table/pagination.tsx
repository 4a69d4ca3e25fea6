import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHref, useLinkClickHandler, useLocation, useNavigate } from 'react-router-dom';
import { PAGE_SIZES, type Paging, resized, withPaging } from '#dashboard/lib/paging.ts';

interface PaginationProps {
  paging: Paging;
  /** Undefined where the service didn't say. */
  last: number | undefined;
  /** Whether there may be a page after this one. */
  more: boolean;
  /** `26–50 of 137` */
  range: string;
  /** Fetches a page that is likely to be asked for next. */
  prefetch: (paging: Paging) => void;
}

/** Goes through the pages of a list. Every page is an address of its own. */
export function Pagination({ paging, last, more, range, prefetch }: PaginationProps) {
  const { page } = paging;
  const link = (to: number | undefined, label: string, icon: ReactNode) => (
    <PageLink
      paging={to === undefined ? undefined : { ...paging, page: to }}
      {...{ label, icon, prefetch }}
    />
  );
  return (
    <nav aria-label="Pages of the list" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-table">
      <p role="status" className="tabular text-muted">
        {range}
      </p>
      <PageSize paging={paging} />
      <div className="ml-auto flex items-center gap-1">
        <span className="tabular mr-2 text-muted max-md:hidden">
          Page {page.toLocaleString('en')}
          {last !== undefined && ` of ${last.toLocaleString('en')}`}
        </span>
        {link(page > 1 ? 1 : undefined, 'First page', <ChevronFirst size={16} aria-hidden />)}
        {link(page > 1 ? page - 1 : undefined, 'Previous page', <ChevronLeft size={16} aria-hidden />)}
        {link(more ? page + 1 : undefined, 'Next page', <ChevronRight size={16} aria-hidden />)}
        {link(
          last !== undefined && page < last ? last : undefined,
          'Last page',
          <ChevronLast size={16} aria-hidden />,
        )}
      </div>
    </nav>
  );
}

interface PageLinkProps {
  /** Undefined where there is no such page. */
  paging: Paging | undefined;
  label: string;
  icon: ReactNode;
  prefetch: (paging: Paging) => void;
}

/** One element, whether or not it leads anywhere, so that the focus stays on it at either end of the list. */
function PageLink({ paging, label, icon, prefetch }: PageLinkProps) {
  const { pathname, search } = useLocation();
  const to = { pathname, search: paging ? withPaging(new URLSearchParams(search), paging) : search };
  const href = useHref(to);
  const follow = useLinkClickHandler(to);
  const approach = paging && (() => prefetch(paging));
  return (
    <a
      href={paging && href}
      role={paging ? undefined : 'link'}
      aria-disabled={paging ? undefined : true}
      tabIndex={paging ? undefined : -1}
      aria-label={label}
      title={label}
      onClick={paging && follow}
      onPointerEnter={approach}
      onPointerDown={approach}
      onFocus={approach}
      className="inline-flex size-8 max-md:size-11 items-center justify-center rounded-control border border-border bg-panel text-soft transition-colors not-aria-disabled:hover:border-control not-aria-disabled:hover:bg-hover aria-disabled:border-hairline aria-disabled:text-border"
    >
      {icon}
    </a>
  );
}

function PageSize({ paging }: { paging: Paging }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <label className="inline-flex items-center gap-2 text-muted">
      <span className="max-md:sr-only">Rows a page</span>
      <select
        value={paging.limit}
        onChange={(event) => {
          const next = resized(paging, Number(event.target.value));
          navigate({ pathname, search: withPaging(new URLSearchParams(search), next) });
        }}
        className="h-8 max-md:h-11 rounded-control border border-border bg-panel px-2 text-text hover:border-control"
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
    </label>
  );
}
