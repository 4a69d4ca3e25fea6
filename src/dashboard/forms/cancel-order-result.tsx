import { Link } from 'react-router-dom';
import type { Order } from '#contract/orders.ts';
import type { Seen } from '#contract/reading.ts';
import { entryAddress } from '#dashboard/lib/addresses.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { DefinitionList } from '#dashboard/ui/definition-list.tsx';
import { ErrorReference } from '#dashboard/ui/error-reference.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { EntryChecks } from './entry-checks.tsx';
import type { Cancellation } from './use-cancel-order.ts';

/** Why an order is not cancelled, or not known to be; what that means, and what to do next. */
export function CancelProblem({ words, message, reference, entry }: Cancellation) {
  return (
    <Banner tone={words.tone === 'neutral' ? 'info' : words.tone} title={words.title}>
      <p>{(words.label === 'Not sent' && message) || words.meaning}</p>
      {message && words.label === 'Refused' && <p>The service says: “{message}”</p>}
      {words.next && <p className="mt-1 font-medium">{words.next}</p>}
      {entry && (
        <div className="mt-2 flex flex-col gap-2">
          <EntryChecks entry={entry} />
          <Link to={entryAddress(entry.id)} className="text-accent-text underline underline-offset-2">
            See the request in Activity
          </Link>
        </div>
      )}
      <ErrorReference {...reference} />
    </Banner>
  );
}

/** The order as the service returned it. */
export function CancelledOrder({
  order,
  reference,
}: {
  order: Seen<Order>;
  reference: Cancellation['reference'];
}) {
  const lack = (name: string) => <Unknown reason={`No ${name} was returned.`} />;
  const id = (value: string | undefined, name: string) =>
    value ? <CopyId id={value} name={name} /> : lack(name);
  const text = (value: string | undefined, name: string) => (value ? clip(value, 200) : lack(name));
  const time = (value: string | undefined, name: string) => {
    const at = value === undefined ? null : readTimestamp(value);
    return at === null ? text(value, name) : <DateTime at={at} />;
  };
  return (
    <div role="status">
      <DefinitionList
        items={[
          { label: 'Order', value: id(order._id, 'order ID') },
          {
            label: 'Status',
            value: order.status ? <Badge>{clip(order.status, 100)}</Badge> : lack('status'),
          },
          { label: 'Type', value: text(order.type, 'type') },
          { label: 'Amount', value: order.amount === undefined ? lack('amount') : String(order.amount) },
          { label: 'Price', value: <Money amount={order.price} currency={order.currency} /> },
          { label: 'Token', value: id(order.token, 'token ID') },
          { label: 'User', value: id(order.user, 'user ID') },
          { label: 'Created', value: time(order.createdAt, 'date of creation') },
          { label: 'Last updated', value: time(order.updatedAt, 'date of the last update') },
        ]}
      />
      <ErrorReference requestId={reference.requestId} label="Copy request ID" />
    </div>
  );
}
