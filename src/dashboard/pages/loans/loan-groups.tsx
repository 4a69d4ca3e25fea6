import { useState } from 'react';
import { Link } from 'react-router-dom';
import { loansAddress } from '#dashboard/api/addresses.ts';
import type { LoanGroup, Totals } from '#dashboard/api/loans/loan-book.ts';
import { type LoanContext, type LoanFilter, UNREADABLE_MONTH } from '#dashboard/api/loans/loan-filter.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { formatMonth } from '#dashboard/lib/times.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import { footPlace, type SumRow } from '#dashboard/table/table-sums.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import type { Grouping } from './loan-view.ts';

/** As many groups as are drawn at once; more of them come when the reader nears their end. */
const PORTION = 40;

/** The height of a line of totals, in pixels. */
const SUM_HEIGHT = 37;

const cells = '*:border-hairline *:px-3 *:py-2 md:*:border-b md:*:px-4';

const heads = { count: 'Loans', principal: 'Amount', repayment: 'Total repayable' };

/** The loans by heading, what each comes to, and the way to the loans under it. */
export function LoanGroups(props: {
  groups: readonly LoanGroup[];
  grouping: Grouping;
  filter: LoanFilter;
  nameOf: LoanContext['nameOf'];
  sums: readonly SumRow[];
}) {
  const { groups, grouping, filter, nameOf, sums } = props;
  const isMonth = grouping === 'month';
  const head = isMonth ? 'Due month' : 'Borrower';
  const wordsOf = (key: string) => {
    if (!isMonth) return clip(nameOf(key) ?? truncateMiddle(key), 80);
    return key === UNREADABLE_MONTH ? 'Unreadable date' : formatMonth(key);
  };
  const [shown, setShown] = useState(PORTION);
  const left = groups.length - shown;
  return (
    <section
      aria-label={`Loans by ${head.toLowerCase()}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (left > 0 && scrollHeight - scrollTop < clientHeight + 600) setShown(shown + PORTION);
      }}
      className="min-h-0 flex-1 overflow-auto rounded-panel border border-hairline bg-panel"
    >
      {/* On a phone a group has two lines: four columns would be wider than the window. */}
      <table className="w-full border-separate border-spacing-0 text-table max-md:block md:min-w-max">
        <thead className="max-md:hidden">
          <tr className="text-label text-muted">
            {[head, ...Object.values(heads)].map((text, index) => (
              <th
                key={text}
                scope="col"
                className={`sticky top-0 z-10 h-9 border-hairline border-b bg-panel px-3 font-medium md:px-4 ${index === 0 ? 'text-left' : 'text-right'}`}
              >
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {groups.slice(0, shown).map((group) => (
            <tr
              key={group.key}
              className={`border-hairline *:align-top hover:bg-hover max-md:grid max-md:grid-cols-2 max-md:border-b ${cells}`}
            >
              <th scope="row" className="text-left font-medium">
                {group.key === '' ? (
                  // An address without a borrower means every loan.
                  'No borrower'
                ) : (
                  <Link
                    to={loansAddress({ ...filter, [isMonth ? 'month' : 'borrower']: group.key })}
                    title={group.key}
                    className="block max-w-90 truncate text-accent-text hover:underline"
                  >
                    <bdi>{wordsOf(group.key)}</bdi>
                  </Link>
                )}
              </th>
              <td className="tabular text-right">
                {formatCount(group.count)}
                <span className="md:hidden"> {group.count === 1 ? 'loan' : 'loans'}</span>
              </td>
              {(['principal', 'repayment'] as const).map((sum) => (
                <td key={sum} className="text-right">
                  <span className="block text-label text-muted md:hidden">{heads[sum]}</span>
                  {/* By code, so that one under another is the same currency in group after group. */}
                  {group.totals.toSorted(byCurrency).map((total) => (
                    <div key={total.currency}>
                      <Money amount={total[sum]} currency={total.currency} />
                    </div>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot
          aria-label="Totals"
          className="sticky bottom-0 z-10 max-md:hidden shadow-[0_-1px_0_var(--border)]"
          style={footPlace(sums.length, SUM_HEIGHT)}
        >
          {sums.map(({ key, head: name, cells: amounts }) => (
            <tr key={key} className={`${cells} *:bg-panel`}>
              <th scope="row" className="text-left font-normal">
                {name}
              </th>
              {(['loans', 'amount', 'repay'] as const).map((column) => (
                <td key={column} className="text-right">
                  {amounts[column]}
                </td>
              ))}
            </tr>
          ))}
        </tfoot>
      </table>
      {left > 0 && (
        <p className="px-4 py-2 text-muted text-table">
          <button
            type="button"
            onClick={() => setShown(shown + PORTION)}
            className="font-medium text-accent-text hover:underline"
          >
            Show more
          </button>{' '}
          of {countOf(groups.length, 'group')}
        </p>
      )}
    </section>
  );
}

const byCurrency = (a: Totals, b: Totals) => (a.currency < b.currency ? -1 : 1);
