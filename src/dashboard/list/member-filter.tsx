import { useState } from 'react';
import { type MemberRow, nameOfMember, useAllMembers } from '#dashboard/api/members/members.ts';
import { idProblem } from '#dashboard/api/operations/order-lines.ts';
import { formatCount, seenOf } from '#dashboard/lib/figures.ts';
import { bestByName, meantIds } from '#dashboard/lib/name-rank.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Field, inputClass } from '#dashboard/ui/field.tsx';

interface MemberFilterProps {
  idOf: (member: MemberRow) => string;
  onPick: (id: string) => void;
}

/** Finds the member that a list is narrowed to; an ID may be of someone who is no member any more. */
export function MemberFilter({ idOf, onPick }: MemberFilterProps) {
  const [text, setText] = useState('');
  const { rows, progress } = useAllMembers(true);
  const found = bestByName(rows, text, ({ _id, user }) => [
    nameOfMember(user),
    ...meantIds(text, [_id, user._id]),
  ]);
  const typed = text.trim();
  // As many as fit under the field; typing narrows them down.
  const best = found.slice(0, 6).map(({ item }) => item);
  const shown = best.map((member) => ({ id: idOf(member), name: nameOfMember(member.user) ?? 'No name' }));
  if (shown.length === 0 && /\d/.test(typed) && !idProblem(typed))
    shown.push({ id: typed, name: 'Use this ID' });
  const [first] = shown;
  const more = found.length - shown.length;
  const isLoading = progress.state === 'loading';
  return (
    <div className="w-72 max-w-full p-1.5">
      <Field label="Member">
        {(wiring) => (
          <input
            {...wiring}
            type="search"
            autoComplete="off"
            maxLength={200}
            placeholder="Name or ID"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && first && shown.length === 1 && !isLoading) onPick(first.id);
            }}
            className={inputClass}
          />
        )}
      </Field>
      <ul aria-label="Members" className="mt-1.5">
        {shown.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onPick(id)}
              className="block w-full rounded-control px-2 py-1.5 text-left hover:bg-hover max-md:min-h-11"
            >
              <span className="block truncate">{clip(name, 80)}</span>
              <span className="block truncate font-mono text-label text-muted">{clip(id, 100)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="px-2 text-label text-muted">
        {isLoading
          ? `Searching ${seenOf(progress, 'member')}`
          : more > 0
            ? `${formatCount(more)} more. Keep typing to narrow down.`
            : shown.length === 0 && `No match in ${seenOf(progress, 'member')}.`}
      </p>
    </div>
  );
}
