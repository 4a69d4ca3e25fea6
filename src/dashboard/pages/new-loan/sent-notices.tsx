import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { JournalEntry } from '#contract/operations.ts';
import { useEntry } from '#dashboard/api/operations/entries.ts';
import { entryAddress, loanAddress } from '#dashboard/lib/addresses.ts';
import { createdLoan, subjectText } from '#dashboard/lib/entry-facts.ts';
import { hadNoEffect, wordsOf } from '#dashboard/lib/outcome-words.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import type { KeptDraft } from './kept-drafts.ts';

/** Loans that were sent from this browser and whose outcome the person may not have seen. */
export function SentNotices({ kept }: { kept: readonly KeptDraft[] }) {
  return kept.map(({ id, values, entry }) =>
    entry && !hadNoEffect(entry.outcome) ? (
      <SentNotice
        key={id}
        sent={entry}
        borrower={values.borrower?.name ?? values.borrower?.userId ?? 'Unknown borrower'}
      />
    ) : null,
  );
}

function SentNotice({ sent, borrower }: { sent: JournalEntry; borrower: string }) {
  const [closed, setClosed] = useState(false);
  const { data: entry = sent } = useEntry(sent.id);
  if (closed) return null;
  const { title, tone, meaning } = wordsOf(entry.kind, entry);
  const loan = createdLoan(entry);
  return (
    <Banner
      tone={tone === 'neutral' ? 'info' : tone}
      title={[title, subjectText(entry)].filter(Boolean).join(': ')}
      action={
        <span className="flex flex-wrap gap-2">
          <Link
            to={loan ? loanAddress(loan.id, loan.created_at) : entryAddress(entry.id)}
            className={buttonClass()}
          >
            {loan ? 'Open loan' : 'See request'}
          </Link>
          <Button look="quiet" onClick={() => setClosed(true)}>
            Dismiss
          </Button>
        </span>
      }
    >
      {borrower}, requested {formatInstant(Date.parse(entry.at))}. {meaning}
    </Banner>
  );
}
