import { useState } from 'react';
import { useController } from 'react-hook-form';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { useBorrowers, userIdOf } from '#dashboard/api/loans/borrowers.ts';
import { focusField } from '#dashboard/forms/error-summary.tsx';
import { SearchField } from '#dashboard/forms/search-field.tsx';
import { formatCount, seenOf } from '#dashboard/lib/figures.ts';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import type { LoanValues } from './loan-values.ts';

const Chosen = lazyPanel(() => import('./chosen-borrower.tsx').then((module) => module.ChosenBorrower));

/** A member, or a pasted user ID, which isn't verified. */
type Choice = NonNullable<LoanValues['borrower']>;

/** The borrower: a member, or a user ID that was pasted, with their record. */
export function BorrowerPart() {
  const { field, fieldState } = useController<LoanValues, 'borrower'>({ name: 'borrower' });
  const borrower = field.value;
  const error = fieldState.error?.message;
  return (
    <Panel title="Borrower">
      <div className="p-4">
        {borrower ? (
          <Chosen.Apart
            key={borrower.userId}
            borrower={borrower}
            error={error}
            change={() => {
              field.onChange(null);
              requestAnimationFrame(() => focusField('borrower'));
            }}
          />
        ) : (
          <Find error={error} onPick={field.onChange} />
        )}
      </div>
    </Panel>
  );
}

function Find({ error, onPick }: { error: string | undefined; onPick: (borrower: Choice) => void }) {
  const [text, setText] = useState('');
  const { found, isFirstMeant, more, byEmail, byUserId, progress, retry } = useBorrowers(text);
  const pasted = userIdOf(text);
  const items: Choice[] = found.map(({ userId, name, email }) => ({ userId, name, email, verified: true }));
  if (pasted !== null && !byUserId.has(pasted) && !found.some(({ memberId }) => memberId === pasted)) {
    items.push({ userId: pasted, verified: false });
  }
  const { state } = progress;
  return (
    <SearchField<Choice>
      name="borrower"
      label="Borrower"
      help="Search members by name or full email address, or paste a user ID."
      error={error}
      placeholder="Name, email or ID"
      text={text}
      onText={(next) => {
        setText(next);
        Chosen.approach();
      }}
      items={items}
      keyOf={({ userId }) => userId}
      labelOf={({ name, userId }) => name ?? userId}
      row={(choice) => <Row {...choice} />}
      onPick={(choice) => {
        setText('');
        onPick(choice);
        requestAnimationFrame(() => focusField('currency'));
      }}
      preselects={isFirstMeant || !items[0]?.verified}
      status={
        <>
          {/* Nothing round these texts: without one, the strip that they are in is left out. */}
          {state !== 'complete' && `Searching ${seenOf(progress, 'member')}`}
          {state === 'complete' && found.length === 0 && noMatch(byEmail, progress)}
          {state === 'complete' && more > 0 && `${formatCount(more)} more. Keep typing to narrow down.`}
          {(state === 'partial' || state === 'stopped') && (
            <button type="button" className="ml-2 underline" onClick={retry}>
              Load the rest
            </button>
          )}
        </>
      }
    />
  );
}

type Found = ReturnType<typeof useBorrowers>;

function noMatch({ isAsking, error }: Found['byEmail'], progress: Found['progress']): string {
  if (isAsking) return 'Searching by email…';
  if (error) return `Members could not be searched by email. ${explainRead(error)}`;
  return `No match in ${seenOf(progress, 'member')}.`;
}

function Row({ userId, name, email, verified }: Choice) {
  if (!verified) {
    return (
      <span className="block">
        Use <span className="font-mono text-label wrap-anywhere">{userId}</span>
        <span className="block text-label text-warning">
          As a user ID. Unverified: no member with it was found
        </span>
      </span>
    );
  }
  return (
    <span className="block min-w-0">
      <span className="block truncate font-medium">{name ?? 'No name'}</span>
      <span className="block truncate text-label text-muted">
        {email} · <span className="font-mono">{userId}</span>
      </span>
    </span>
  );
}
