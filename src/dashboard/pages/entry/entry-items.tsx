import { Link } from 'react-router-dom';
import type { JournalEntry } from '#contract/operations.ts';
import {
  cancelledOrder,
  createdLoan,
  currencyAmount,
  orderText,
  requestedLoan,
} from '#dashboard/api/operations/entry-facts.ts';
import { ApprovalLink } from '#dashboard/forms/approval-link.tsx';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import type { Definition } from '#dashboard/ui/definition-list.tsx';

type NameOf = (memberId: string) => string | undefined;

/** What was requested, by whom, and what the service answered. */
export function entryItems(entry: JournalEntry, nameOf: NameOf): Definition[] {
  const subject = entry.kind === 'createLoan' ? loanItems(entry, nameOf) : orderItems(entry, nameOf);
  return [...subject, ...requestItems(entry)];
}

function loanItems(entry: JournalEntry, nameOf: NameOf): Definition[] {
  const { user_id, amount, repayment_amount, currency, duration, reason } = requestedLoan(entry);
  const loan = createdLoan(entry);
  const collateral = entry.note.collateral ?? [];
  return [
    { label: 'Loan', value: loan && <CopyId id={loan.id} name="loan ID" /> },
    { label: 'Borrower', value: user_id && <Named id={user_id} what="borrower’s user ID" {...{ nameOf }} /> },
    { label: 'Amount', value: currencyAmount(amount, currency) },
    { label: 'Total repayable', value: currencyAmount(repayment_amount, currency) },
    { label: 'Term', value: duration && countOf(duration, 'month') },
    {
      label: 'Collateral',
      value: collateral
        .map(({ name, token_id, quantity }) => `${formatCount(quantity)} × ${clip(name || token_id, 60)}`)
        .join(', '),
    },
    { label: 'Reason', value: reason && clip(reason, 500) },
  ];
}

function orderItems(entry: JournalEntry, nameOf: NameOf): Definition[] {
  const { target, note } = entry;
  const order = cancelledOrder(entry);
  return [
    { label: 'Order', value: target.orderId && <CopyId id={target.orderId} name="order ID" /> },
    { label: 'Member', value: target.id && <Named id={target.id} what="member ID" {...{ nameOf }} /> },
    { label: 'Cancelled order', value: order && orderText(order) },
    { label: 'Order status', value: order && clip(order.status, 100) },
    { label: 'Reason', value: note.reason && clip(note.reason, 500) },
  ];
}

function Named({ id, what, nameOf }: { id: string; what: string; nameOf: NameOf }) {
  const name = nameOf(id);
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {name && <bdi>{clip(name, 200)}</bdi>}
      <CopyId id={id} name={what} />
    </span>
  );
}

function requestItems(entry: JournalEntry): Definition[] {
  const { who, at, durationMs, status, code, requestId, approval, run, line } = entry;
  return [
    { label: 'Requested by', value: clip(who, 100) },
    { label: 'Requested', value: <DateTime at={Date.parse(at)} /> },
    { label: 'Approval', value: approval && <ApprovalLink of={{ ...entry, approval }} /> },
    { label: 'Run', value: run && <RunLink run={run} line={line} /> },
    { label: 'Response', value: [status && `HTTP ${status}`, code].filter(Boolean).join(' · ') },
    { label: 'Duration', value: durationMs !== null && `${formatCount(durationMs)} ms` },
    { label: 'Request ID', value: <CopyId id={requestId} name="request ID" /> },
  ];
}

function RunLink({ run, line }: { run: string; line: number | null }) {
  return (
    <Link to={`/activity?run=${run}`} className="text-accent-text underline underline-offset-2">
      {line === null ? 'All requests of this run' : `Line ${formatCount(line)} of a run`}
    </Link>
  );
}
