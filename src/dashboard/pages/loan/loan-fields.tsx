import type { ReactNode } from 'react';
import { parseRepaymentDate } from '#contract/dates.ts';
import { lookOfStatus } from '#dashboard/api/loans/loan-status.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { countOf, formatRate } from '#dashboard/lib/figures.ts';
import { describeZone, formatInstant, readTimestamp } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { type Definition, DefinitionList } from '#dashboard/ui/definition-list.tsx';
import { known } from '#dashboard/ui/known.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { WholeId } from './whole-id.tsx';

/** Every field of the loan, under the names that the desk gives them. */
export function LoanFields({ loan }: { loan: LoanRow }) {
  const items: Definition[] = [
    { label: 'Loan id', value: <WholeId id={loan.id} name="loan id" /> },
    { label: 'Status', value: statusOf(loan.status) },
    { label: 'Borrower', value: <WholeId id={loan.borrower} name="borrower id" /> },
    {
      label: 'Creditor',
      value: known(loan.creditor || undefined, 'creditor id', (id) => <WholeId id={id} name="creditor id" />),
    },
    { label: 'Amount', value: <Money amount={loan.amount} currency={loan.currency} /> },
    { label: 'To repay', value: <Money amount={loan.repayment_amount} currency={loan.currency} /> },
    { label: 'Repayment date', value: <RepaymentDate text={loan.repayment_date} /> },
    { label: 'Monthly rate', value: known(loan.interest_rate, 'rate', formatRate) },
    { label: 'Term', value: known(loan.duration, 'term', (months) => countOf(months, 'month')) },
    { label: 'Grace', value: graceOf(loan) },
    {
      label: 'Reason',
      value: loan.reason ? (
        <bdi className="whitespace-pre-wrap">{clip(loan.reason, 2000)}</bdi>
      ) : (
        <Unknown reason="No reason was given." />
      ),
    },
    { label: 'Created', value: <Timestamp text={loan.created_at} name="date of creation" /> },
    { label: 'Changed', value: <Timestamp text={loan.updated_at} name="date of change" /> },
  ];
  return (
    <Panel title="Fields">
      <div className="px-4 py-1">
        <DefinitionList items={items} />
      </div>
    </Panel>
  );
}

/** The date in the reader's zone, in the text's own, and the text as it came. */
function RepaymentDate({ text }: { text: string | undefined }) {
  if (text === undefined) return <Unknown reason="The service gave no repayment date." />;
  const date = parseRepaymentDate(text);
  const raw = (
    <span className="block text-label text-muted">
      As sent: <bdi className="font-mono wrap-anywhere">{clip(text, 300)}</bdi>
    </span>
  );
  if (date === null) {
    return (
      <>
        <span className="block">This text can’t be read as a date.</span>
        {raw}
      </>
    );
  }
  const local = new Date(date.at + date.offsetMinutes * 60_000).toISOString();
  return (
    <>
      <DateTime at={date.at} /> <span className="text-muted">in {describeZone(date.at)}</span>
      <span className="block text-label text-muted">
        {local.slice(0, 10)} {local.slice(11, 19)} at the offset in the text, UTC
        {offsetOf(date.offsetMinutes)}
        {date.zone !== null && ` (${clip(date.zone, 80)})`}
      </span>
      {raw}
    </>
  );
}

function offsetOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function Timestamp({ text, name }: { text: string | undefined; name: string }) {
  if (text === undefined) return <Unknown reason={`The service gave no ${name}.`} />;
  const at = readTimestamp(text);
  const raw = <span className="ml-2 font-mono text-label text-muted wrap-anywhere">{clip(text, 120)}</span>;
  if (at === null) return <bdi title="It can’t be read as a date.">{raw}</bdi>;
  return (
    <>
      <span title={formatInstant(at)}>
        <DateTime at={at} />
      </span>
      {raw}
    </>
  );
}

function graceOf({ grace_period: length, grace_period_unit: unit }: LoanRow): ReactNode {
  if (length === undefined) return <Unknown reason="The service gave no grace period." />;
  if (unit === undefined) return `${length}, of an unknown unit`;
  const noun = /^[A-Z]+S$/.test(unit) ? unit.slice(0, -1).toLowerCase() : null;
  return noun ? countOf(length, noun) : `${length} ${clip(unit, 40)}`;
}

function statusOf(status: string): ReactNode {
  const { word, tone } = lookOfStatus(status);
  return <Badge tone={tone}>{word}</Badge>;
}
