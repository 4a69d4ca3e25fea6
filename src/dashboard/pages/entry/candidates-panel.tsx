import { Link } from 'react-router-dom';
import type { JournalEntry } from '#contract/operations.ts';
import { ApiError } from '#dashboard/api/api-error.ts';
import { explainRead } from '#dashboard/api/explain.ts';
import { useEntryAction } from '#dashboard/api/operations/entries.ts';
import { loanAddress } from '#dashboard/lib/addresses.ts';
import { amountText } from '#dashboard/lib/entry-facts.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';

/** Loans that could be the one of an unknown outcome, for a person to choose from. */
export function CandidatesPanel({ entry }: { entry: JournalEntry }) {
  const { mutate, isPending, variables, error } = useEntryAction(entry.id);
  if (entry.outcome !== 'unknown' || entry.candidates.length === 0) return null;
  const chosen = isPending && variables.kind === 'choose' ? variables.loan : null;
  return (
    <Panel title="Is it one of these loans?">
      <p className="px-4 pt-3 text-muted text-table">
        They match the request, but nothing proves that one of them is it. Your choice is recorded under your
        name.
      </p>
      <ul className="divide-y divide-hairline px-4">
        {entry.candidates.map((loan) => {
          const createdAt = readTimestamp(loan.created_at);
          return (
            <li key={loan.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0 text-table">
                <CopyId id={loan.id} name="loan ID" />
                <p className="text-muted">
                  Created {createdAt === null ? 'at an unknown time' : <DateTime at={createdAt} />}
                  {`, total repayable ${amountText(loan.repayment_amount, loan.currency) ?? '–'}`}
                  {loan.reason && `, “${clip(loan.reason, 200)}”`}
                </p>
              </div>
              <span className="flex flex-wrap gap-2">
                <Link to={loanAddress(loan.id, loan.created_at)} className={buttonClass('quiet')}>
                  Open
                </Link>
                <Button
                  busy={chosen === loan.id}
                  disabled={chosen !== null && chosen !== loan.id}
                  onClick={() => mutate({ kind: 'choose', loan: loan.id })}
                >
                  This is the loan
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
      {error instanceof ApiError && (
        <p role="alert" className="px-4 pb-3 text-danger text-table">
          Not chosen. {error.status === 409 ? error.message : explainRead(error)}
        </p>
      )}
    </Panel>
  );
}
