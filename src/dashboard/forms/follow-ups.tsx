import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useRef, useState } from 'react';
import { type FollowUp, type FollowUpRecord, mayAct, mayEditText } from '#contract/follow-ups.ts';
import { isPermitted } from '#contract/permissions.ts';
import {
  byUrgency,
  contentOf,
  followUpsQuery,
  leftOutText,
  useDeleteFollowUp,
  useSaveFollowUp,
} from '#dashboard/api/follow-ups/follow-ups.ts';
import { useStanding } from '#dashboard/api/http/use-standing-error.ts';
import { sessionHolder, useDesk } from '#dashboard/api/session/session.ts';
import { draftsOf, useFoundDrafts } from '#dashboard/lib/draft.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { Failed, retryOf } from '#dashboard/table/failures.tsx';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { focusFirstField, takeFocus } from '#dashboard/ui/focus.ts';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { DeleteQuestion } from './delete-question.tsx';
import { DueDate } from './due-date.tsx';
import { keptForm, type OpenForm } from './follow-up-draft.ts';
import { RefusedLine } from './refused.tsx';

const FollowUpForm = lazyPanel(() => import('./follow-up-form.tsx').then((module) => module.FollowUpForm));
/** On a button that opens the form. */
const ahead = { onPointerEnter: FollowUpForm.approach, onFocus: FollowUpForm.approach };

export function FollowUps({ record }: { record: FollowUpRecord }) {
  const { kind, id } = record;
  const holder = sessionHolder(useDesk());
  const query = useStanding(useQuery(followUpsQuery({ kind, record: id })));
  const { data, error } = query;
  const drafts = useMemo(() => draftsOf('follow-up', holder), [holder]);
  const found = useFoundDrafts(drafts, `${kind} ${id}`);
  const typed = useMemo(() => keptForm(found ?? [], `${kind} ${id}`), [found, kind, id]);
  /** The form that was opened since, or null if it was closed. */
  const [chosen, setOpen] = useState<OpenForm | null>();
  const open = chosen === undefined ? typed : chosen;
  const deleting = useDeleteFollowUp();
  const addition = useRef<HTMLDivElement>(null);
  // The button that was pressed goes with its line.
  const onSuccess = () => takeFocus(addition.current?.querySelector('button') ?? null);
  if (error && !data) return <Failed what="follow-ups" error={error} {...retryOf(query)} />;
  const shown = data?.rows.toSorted(byUrgency);
  const leftOut = leftOutText(data);
  const listed = open?.isNew ? shown?.filter((one) => one.id !== open.id) : shown;
  const form = open && (
    <Suspense key={open.draft} fallback={<div className="h-48" />}>
      {/* What was typed earlier is just there; a form that was asked for takes the focus. */}
      <div ref={chosen ? focusFirstField : null}>
        <FollowUpForm
          {...{ record, open, drafts }}
          followUp={shown?.find((one) => one.id === open.id)}
          onClose={() => setOpen(null)}
        />
      </div>
    </Suspense>
  );
  // The form has a line of its own if its follow-up has none: the same one, if that was deleted while it is open.
  const lines = form && listed && !listed.some(({ id }) => id === open.id) ? [...listed, null] : listed;
  return (
    <div className="flex flex-col gap-3 px-4 py-3" aria-busy={!shown || undefined}>
      {!shown && <Skeleton className="my-1 w-48" />}
      {lines?.length === 0 && <p className="h-5 text-muted text-table">No follow-up yet.</p>}
      {lines && lines.length > 0 && (
        <ul aria-label="Follow-ups" className="divide-y divide-hairline">
          {lines.map((followUp) => (
            <li key={followUp?.id ?? open?.id} className="py-3 first:pt-0">
              {!followUp || open?.id === followUp.id ? (
                form
              ) : (
                <Line
                  followUp={followUp}
                  // One form at a time: what is typed into it would be out of view.
                  edit={open ? null : () => setOpen({ id: followUp.id, draft: newUuid(), isNew: false })}
                  remove={() => deleting.mutate(followUp, { onSuccess })}
                  removal={deleting.variables?.id === followUp.id ? deleting : null}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {leftOut && <p className="text-label text-muted">{leftOut}</p>}
      {!open && (
        <div ref={addition}>
          <Button
            {...ahead}
            ref={chosen === null ? takeFocus : null}
            onClick={() => setOpen({ id: newUuid(), draft: newUuid(), isNew: true })}
          >
            Add follow-up
          </Button>
        </div>
      )}
    </div>
  );
}

/**
 * A follow-up with what the person who is signed in may do about it. `edit` is null while it can't be edited, and `removal`
 * unless its deletion was asked for.
 */
function Line(props: {
  followUp: FollowUp;
  edit: (() => void) | null;
  remove: () => void;
  removal: Pick<ReturnType<typeof useDeleteFollowUp>, 'isPending' | 'error'> | null;
}) {
  const { followUp, edit, remove, removal } = props;
  const { id, text, assignee, author, createdAt, doneAt, doneBy, earlier } = followUp;
  const { session } = useDesk();
  const me = { id: session?.person.id ?? '', roles: session?.roles ?? [] };
  const saving = useSaveFollowUp();
  const [asks, setAsks] = useState(false);
  const acts = mayAct(followUp, me);
  return (
    <div className="flex flex-col gap-1.5 text-table">
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-label">
        {doneAt !== null && <Badge tone="success">Done</Badge>}
        <DueDate followUp={followUp} />
        <span>
          {assignee ? 'Assigned to ' : 'Not assigned'}
          {assignee && <bdi>{clip(assignee.name, 80)}</bdi>}
          {assignee?.disabled && <span className="text-warning"> (disabled)</span>}
        </span>
      </p>
      <p className="text-label text-muted">
        {personAt(author, createdAt)}
        {doneAt !== null && doneBy && <>; done by {personAt(doneBy, doneAt)}</>}
      </p>
      {earlier.length > 0 && (
        <details className="text-label">
          <summary className="cursor-pointer text-muted max-md:py-2">
            Earlier versions ({earlier.length})
          </summary>
          <ul className="flex flex-col gap-2 border-hairline border-l pt-1 pl-3">
            {earlier.map((version) => (
              <li key={version.at}>
                <p className="text-muted">
                  <DateTime at={Date.parse(version.at)} />
                </p>
                <p className="whitespace-pre-wrap wrap-anywhere">{version.text}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="flex flex-wrap gap-2">
        {acts && (
          <Button
            busy={saving.isPending}
            onClick={() => saving.mutate({ ...contentOf(followUp), id, done: doneAt === null })}
          >
            {doneAt === null ? 'Mark as done' : 'Reopen'}
          </Button>
        )}
        {edit && (acts || mayEditText(followUp, me.id)) && (
          <Button {...ahead} look="quiet" onClick={edit}>
            Edit
          </Button>
        )}
        {isPermitted(me.roles, 'manage-people') && (
          <Button look="quiet" aria-expanded={asks} onClick={() => setAsks(!asks)}>
            Delete
          </Button>
        )}
      </div>
      {asks && (
        <DeleteQuestion
          label="Delete follow-up"
          busy={removal?.isPending ?? false}
          onDelete={remove}
          onKeep={() => setAsks(false)}
        >
          {earlier.length > 0 ? 'Delete this follow-up with its earlier versions?' : 'Delete this follow-up?'}
        </DeleteQuestion>
      )}
      <RefusedLine what="Nothing was changed." error={saving.error ?? removal?.error} />
    </div>
  );
}

function personAt({ name, verified }: FollowUp['author'], at: string) {
  return (
    <>
      <bdi>{clip(name, 80)}</bdi>
      {!verified && <span className="text-muted"> (self-declared)</span>}, <DateTime at={Date.parse(at)} />
    </>
  );
}
