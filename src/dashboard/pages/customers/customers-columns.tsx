import { foldEmail } from '#dashboard/api/customers/customer-keys.ts';
import type { CustomerRow } from '#dashboard/api/customers/customer-rows.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { foldName } from '#dashboard/lib/name-rank.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { CardLines } from '#dashboard/list/card-lines.tsx';
import { head, timeColumn } from '#dashboard/list/columns.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { RowLink } from '#dashboard/table/row-link.tsx';
import { known, knownTime } from '#dashboard/ui/known.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

export function customerColumns(addressOf: (email: string) => string): Column<CustomerRow>[] {
  return [
    {
      ...head('name', 'Name', 'w-64', 'w-36'),
      required: true,
      sortable: { by: ({ name }) => name && foldName(name) },
      cell: (row) => nameOf(row, addressOf),
    },
    {
      ...head('email', 'Email', 'w-80', 'w-48'),
      sortable: { by: ({ _id }) => foldEmail(_id.email) },
      cell: ({ _id }) => emailOf(_id.email),
    },
    {
      ...head('trades', 'Trades', 'w-24', 'w-8'),
      align: 'end',
      sortable: { by: ({ total_trades }) => total_trades },
      cell: ({ total_trades }) =>
        known(total_trades, 'number of trades', (trades) => (
          <span className="tabular">{formatCount(trades)}</span>
        )),
    },
    timeColumn(head('last', 'Last trade', 'w-44', 'w-28'), ({ date }) => date),
  ];
}

export const customerFile: FileColumn<CustomerRow>[] = [
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'Email', cell: ({ _id }) => _id.email },
  { heading: 'Trades', cell: ({ total_trades }) => total_trades },
  { heading: 'Last trade', as: 'instant', cell: ({ date }) => date },
];

export function CustomerCard({ row }: { row: CustomerRow }) {
  const { name, _id, total_trades, date } = row;
  return (
    <CardLines
      title={nameText(name)}
      aside={
        <span className="tabular shrink-0 text-table">
          {known(total_trades, 'number of trades', (trades) => countOf(trades, 'trade'))}
        </span>
      }
      note={<span className="min-w-0 truncate">{emailOf(_id.email)}</span>}
      noteAside={knownTime(date, 'date', true)}
    />
  );
}

export function nameText(name: string | undefined): string {
  return name === undefined || name.trim() === '' ? 'No name' : clip(name, 200);
}

function nameOf({ name, _id }: CustomerRow, addressOf: (email: string) => string) {
  const text = nameText(name);
  if (!_id.email)
    return (
      <bdi title="No email, so transactions can’t be found." className="block truncate">
        {text}
      </bdi>
    );
  return (
    <RowLink
      href={addressOf(_id.email)}
      className="block truncate font-medium text-text hover:text-accent-text hover:underline"
    >
      <bdi>{text}</bdi>
    </RowLink>
  );
}

function emailOf(email: string) {
  if (!email) return <Unknown reason="The email is missing." />;
  const text = clip(email, 320);
  return (
    <bdi title={text} className="block truncate">
      {text}
    </bdi>
  );
}
