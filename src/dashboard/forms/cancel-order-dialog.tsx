import { useState } from 'react';
import { Link } from 'react-router-dom';
import { entryAddress, tokenAddress } from '#dashboard/api/addresses.ts';
import { reasonOf, reasonProblem } from '#dashboard/api/operations/cancel-reasons.ts';
import { idProblem } from '#dashboard/api/operations/order-lines.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { CopyButton, ShortId } from '#dashboard/ui/copy-id.tsx';
import { DefinitionList } from '#dashboard/ui/definition-list.tsx';
import type { Opened } from '#dashboard/ui/dialog-button.tsx';
import { ErrorReference } from '#dashboard/ui/error-reference.tsx';
import { takeFocus } from '#dashboard/ui/focus.ts';
import { known, knownId, knownText, knownTime } from '#dashboard/ui/known.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import { CancelForm } from './cancel-form.tsx';
import { CancelReason, focusReason, type ReasonValue } from './cancel-reason.tsx';
import { EntryChecks } from './entry-checks.tsx';
import { focusField } from './error-summary.tsx';
import { TextField } from './text-field.tsx';
import { type Cancellation, useCancelOrder } from './use-cancel-order.ts';

/**
 * Cancels one order, which is asked for if it is not given. It stays open until the person closes it, after any outcome.
 */
export function CancelOrderDialog(
  props: Opened & { member: { id: string; name?: string | undefined }; order?: string },
) {
  const { member, order: given, opener, onClose } = props;
  const [typed, setTyped] = useState(given ?? '');
  const [reason, setReason] = useState<ReasonValue>({ choice: '', text: '' });
  const [tried, setTried] = useState(false);
  const order = typed.trim();
  const { cancellation, isSending, send, reset } = useCancelOrder(member.id, order);
  const idTrouble = idProblem(order);
  const reasonTrouble = reasonProblem(reason.choice, reason.text);
  const isOpen = cancellation?.state === 'open';
  const isDone = cancellation?.state === 'done';
  const label = cancellation ? 'Try again' : 'Cancel 1 order';
  const id = (text: string) => <span className="font-mono text-label">{text}</span>;
  return (
    <TaskDialog
      title={isDone ? cancellation.words.title : 'Cancel an order'}
      description={isDone ? cancellation.words.meaning : CAUTION}
      opener={opener}
      onClose={isSending ? undefined : onClose}
    >
      {isDone ? (
        <>
          <div ref={takeFocus} tabIndex={-1} className="outline-none">
            <CancelledOrder {...cancellation} />
          </div>
          <div className="mt-4 flex justify-end">
            <Button look="primary" onClick={onClose}>
              Close
            </Button>
          </div>
        </>
      ) : (
        <CancelForm
          facts={[
            { label: 'Member', value: member.name ?? '–' },
            { label: 'Member ID', value: id(member.id) },
            { label: 'Order ID', value: given && id(order) },
          ]}
          back={cancellation ? 'Close' : 'Go back'}
          send={isOpen || cancellation?.isForGood ? null : label}
          busy={isSending}
          onSend={() => {
            setTried(true);
            if (idTrouble) focusField('order');
            else if (reasonTrouble) focusReason(reason);
            else void send(reasonOf(reason.choice, reason.text));
          }}
          onClose={onClose}
        >
          {!given && (
            <TextField
              name="order"
              label="Order ID"
              help="Orders can’t be listed here. Paste the order ID."
              error={tried && idTrouble ? `The order ID ${idTrouble}.` : undefined}
              text={typed}
              onText={(text) => {
                setTyped(text);
                reset();
              }}
              readOnly={isSending || isOpen}
              mono
            />
          )}
          <CancelReason
            value={reason}
            onChange={setReason}
            error={(tried && reasonTrouble) || undefined}
            readOnly={isSending}
          />
          {cancellation && (
            // Each outcome is news: it gets the focus, so that it is read out.
            <div key={cancellation.words.title} ref={takeFocus} tabIndex={-1} className="outline-none">
              <CancelProblem {...cancellation} />
            </div>
          )}
        </CancelForm>
      )}
    </TaskDialog>
  );
}

const CAUTION = 'Escrowed funds are returned to the member. This can’t be undone.';

/** Why an order is not cancelled, or not known to be; what that means, and what to do next. */
function CancelProblem({ words, message, reference, entry }: Cancellation) {
  return (
    <Banner tone={words.tone === 'neutral' ? 'info' : words.tone} title={words.title}>
      <p>{(words.label === 'Not sent' && message) || words.meaning}</p>
      {message && words.label === 'Refused' && <p>The service says: “{message}”</p>}
      {words.next && <p className="mt-1 font-medium">{words.next}</p>}
      {entry && (
        <div className="mt-2 flex flex-col gap-2">
          <EntryChecks entry={entry} />
          <Link to={entryAddress(entry.id)} className="text-accent-text underline underline-offset-2">
            View the request in Activity
          </Link>
        </div>
      )}
      <ErrorReference {...reference} />
    </Banner>
  );
}

function CancelledOrder({ order, reference }: Cancellation) {
  if (!order) return null;
  return (
    <div role="status">
      <DefinitionList
        items={[
          { label: 'Order', value: knownId(order._id, 'order ID') },
          { label: 'Status', value: <Badge>{clip(order.status, 100)}</Badge> },
          { label: 'Type', value: knownText(order.type, 'type', 200) },
          { label: 'Amount', value: formatCount(order.amount) },
          { label: 'Price', value: <Money amount={order.price} currency={order.currency} /> },
          { label: 'Token', value: known(order.token || undefined, 'token ID', tokenLink) },
          { label: 'User', value: knownId(order.user, 'user ID') },
          { label: 'Created', value: knownTime(order.createdAt, 'date of creation') },
          { label: 'Last updated', value: knownTime(order.updatedAt, 'date of the last update') },
        ]}
      />
      <ErrorReference requestId={reference.requestId} label="Copy request ID" />
    </div>
  );
}

function tokenLink(id: string) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <Link
        to={tokenAddress(id)}
        className="min-w-0 truncate text-accent-text hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
      >
        <ShortId id={id} />
      </Link>
      <CopyButton text={id} label="Copy token ID" />
    </span>
  );
}
