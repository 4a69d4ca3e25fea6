import type { CancelAnswer } from '#dashboard/api/cancel-order.ts';
import type { RunRow } from '#dashboard/lib/cancel-run.ts';
import { probeNote, STATE_WORDS } from '#dashboard/lib/cancel-words.ts';
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

/** Why an order was not cancelled, what that means, and what to do next. */
export function CancelFailure({
  answer,
  row,
  unsettled,
}: {
  answer: CancelAnswer;
  row: RunRow;
  unsettled: boolean;
}) {
  const { title, meaning, next, tone } = explain(answer, row);
  const speaks = row.state === 'refused' || answer.outcome === 'refused';
  return (
    <Banner tone={tone} title={title}>
      <p>{meaning}</p>
      {speaks && answer.message && <p>It says: “{answer.message}”</p>}
      {probeNote(row) && <p>{probeNote(row)}</p>}
      {next && <p className="mt-1 font-medium">{next}</p>}
      {unsettled && (
        <p className="mt-1">The journal could not be told: the first call stands in Activity as unknown.</p>
      )}
      <ErrorReference code={answer.code} status={answer.status} requestId={answer.requestId} />
    </Banner>
  );
}

function explain(answer: CancelAnswer, row: RunRow) {
  if (answer.outcome === 'not-sent') {
    const again = 'Nothing was sent, and nothing was changed.';
    if (answer.session) {
      return {
        tone: 'warning' as const,
        title: 'Your session has ended',
        meaning: again,
        next: 'Sign in, then try again. What you typed stays.',
      };
    }
    return {
      tone: 'warning' as const,
      title:
        answer.status === 429
          ? 'The service is getting too many requests'
          : 'The service could not be reached',
      meaning: again,
      next: answer.pauseMs
        ? `Try again in ${Math.ceil(answer.pauseMs / 1_000)} s.`
        : 'Wait a little, then try again.',
    };
  }
  const { label, meaning, next, tone } = STATE_WORDS[row.state];
  const isCalm = tone === 'neutral' || tone === 'success' || tone === 'info';
  return { tone: isCalm ? ('info' as const) : tone, title: titles[row.state] ?? label, meaning, next };
}

const titles: Partial<Record<RunRow['state'], string>> = {
  'already-cancelled': 'This order is already cancelled',
  'already-fulfilled': 'This order is already fulfilled',
  'not-this-member': 'This order does not belong to this member',
  'not-cancellable': 'This order can’t be cancelled',
  'not-found': 'There is no such member or order',
  refused: 'The service refused the cancellation',
  unknown: 'Whether the order was cancelled is not known',
};

interface CancelledOrderProps {
  order: NonNullable<CancelAnswer['order']>;
  row: RunRow;
  requestId: string | undefined;
}

/** The order as the service returned it. */
export function CancelledOrder({ order, row, requestId }: CancelledOrderProps) {
  const id = (value: string | undefined, name: string) =>
    value ? <CopyId id={value} name={name} /> : <Unknown reason={`The service gave no ${name}.`} />;
  const text = (value: string | undefined, name: string) =>
    value ? clip(value, 200) : <Unknown reason={`The service gave no ${name}.`} />;
  const time = (value: string | undefined, name: string) => {
    const at = value === undefined ? null : readTimestamp(value);
    return at === null ? text(value, name) : <DateTime at={at} />;
  };
  return (
    <div role="status">
      {probeNote(row) && <p className="mb-2 text-soft text-table">{probeNote(row)}</p>}
      <DefinitionList
        items={[
          { label: 'Order', value: id(order._id, 'order id') },
          {
            label: 'Status',
            value: order.status ? <Badge>{clip(order.status, 100)}</Badge> : text(undefined, 'status'),
          },
          { label: 'Type', value: text(order.type, 'type') },
          {
            label: 'Amount',
            value: order.amount === undefined ? text(undefined, 'amount') : String(order.amount),
          },
          { label: 'Price', value: <Money amount={order.price} currency={order.currency} /> },
          { label: 'Token', value: id(order.token, 'token id') },
          { label: 'User', value: id(order.user, 'user id') },
          { label: 'Created', value: time(order.createdAt, 'date of creation') },
          { label: 'Changed', value: time(order.updatedAt, 'date of change') },
        ]}
      />
      <ErrorReference requestId={requestId} />
    </div>
  );
}
