import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  type FollowUp,
  type FollowUpRecord,
  MAX_FOLLOW_UP_TEXT,
  MAX_RECORD_NAME,
  mayAct,
  mayEditText,
} from '#contract/follow-ups.ts';
import { assigneesQuery } from '#dashboard/api/follow-ups/assignees.ts';
import { useSaveFollowUp } from '#dashboard/api/follow-ups/follow-ups.ts';
import { useDesk } from '#dashboard/api/session/session.ts';
import { type Drafts, useKeepTyped } from '#dashboard/lib/draft.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Field, inputClass } from '#dashboard/ui/field.tsx';
import { focusFirstField, takeFocus } from '#dashboard/ui/focus.ts';
import { ChangedMeanwhile, useChangedMeanwhile } from './changed-meanwhile.tsx';
import { DueDate } from './due-date.tsx';
import type { FollowUpValues, OpenForm } from './follow-up-draft.ts';
import { NoDrafts } from './no-drafts.tsx';
import { ChoiceField, TextField } from './text-field.tsx';

/** A year of two digits is one of antiquity. */
const isDateOrEmpty = (text: string) =>
  text === '' || (z.safeParse(z.iso.date(), text).success && text > '1900');

const schema: z.ZodMiniType<FollowUpValues, FollowUpValues> = z.object({
  text: z.string().check(
    z.refine((text) => text.trim() !== '', 'Write the note.'),
    z.refine((text) => text.length <= MAX_FOLLOW_UP_TEXT, {
      error: ({ input }) =>
        `A note has at most ${formatCount(MAX_FOLLOW_UP_TEXT)} characters. This one has ${formatCount(String(input).length)}. Shorten it.`,
    }),
  ),
  due: z.string().check(z.refine(isDateOrEmpty, 'Enter a whole date with its year, such as 2026-11-30.')),
  assignee: z.string(),
  done: z.boolean(),
  version: z.number(),
});

const check = zodResolver(schema);

/** A date that is only begun is empty to a form: it isn't left out, but wrong. */
const resolver: Resolver<FollowUpValues> = (values, context, options) => {
  const input = options.fields.due?.ref;
  const isBegun = input && 'validity' in input && input.validity?.badInput;
  return check(isBegun ? { ...values, due: 'begun' } : values, context, options);
};

/** Longer drafts are kept as well, so that nothing typed is lost; beyond this, a browser would refuse them. */
const MOST_TEXT = 100 * MAX_FOLLOW_UP_TEXT;

/**
 * Adds a follow-up, or changes one; `followUp` is what it is now. What is typed is kept until it is saved or discarded.
 */
export function FollowUpForm(props: {
  record: FollowUpRecord;
  followUp: FollowUp | undefined;
  open: OpenForm;
  drafts: Drafts;
  onClose: () => void;
}) {
  const { record, followUp, open, drafts, onClose } = props;
  const { session } = useDesk();
  const me = { id: session?.person.id ?? '', roles: session?.roles ?? [] };
  const isDone = Boolean(followUp?.doneAt);
  const people = useQuery(assigneesQuery);
  const form = useRef<HTMLFormElement>(null);
  const saving = useSaveFollowUp();
  const { mutateAsync, isPending, variables } = saving;
  const { register, handleSubmit, subscribe, formState, watch, setValue } = useForm<FollowUpValues>({
    defaultValues: open.values ?? {
      text: followUp?.text ?? '',
      due: followUp?.due ?? '',
      assignee: followUp ? (followUp.assignee?.id ?? '') : me.id,
      done: isDone,
      version: followUp?.version ?? 0,
    },
    resolver,
  });
  const { errors } = formState;
  const typed = watch();
  const { assignee } = typed;
  const mayWrite = !followUp || mayEditText(followUp, me.id);
  const known = peopleOf(people.data ?? [], followUp?.assignee ?? session?.person);
  const isKnown = assignee === '' || known.some(({ id }) => id === assignee);
  const gone =
    people.data && !isKnown ? 'They can no longer sign in. Choose someone else, or no one.' : undefined;
  const isKept = useKeepTyped(subscribe, open.draft, ({ text, ...others }) => {
    const of = { record: `${record.kind} ${record.id}`, followUp: open.id, isNew: open.isNew };
    const values = { ...others, text: text.slice(0, MOST_TEXT), ...of };
    return drafts.keep({ id: open.draft, at: Date.now(), values });
  });
  const close = () => {
    drafts.discard(open.draft);
    onClose();
  };
  const meanwhile = useChangedMeanwhile({
    saving,
    present: followUp?.version ?? typed.version,
    version: typed.version,
    isTyped: isSame(followUp, typed),
    isSent: isSame(followUp, variables),
    onPresent() {
      setValue('done', isDone);
      setValue('version', followUp?.version ?? 0);
    },
    onSaved: close,
  });
  const save = handleSubmit(({ text, due, assignee, version }) => {
    if (gone) return takeFocus(form.current?.querySelector('select') ?? null);
    return mutateAsync({
      id: open.id,
      // A record of the service may be called anything.
      record: { ...record, name: record.name.slice(0, MAX_RECORD_NAME).toWellFormed().replaceAll('\0', '') },
      text: mayWrite ? text : followUp.text,
      due: due || null,
      assignee: assignee || null,
      done: isDone,
      version,
      // A failure is shown above the form.
    }).then(close, () => {});
  });
  return (
    <form
      ref={form}
      noValidate
      aria-label={open.isNew ? 'New follow-up' : 'Change the follow-up'}
      onSubmit={save}
      className="flex flex-col gap-4"
    >
      <ChangedMeanwhile
        {...meanwhile}
        refusal="The follow-up was not saved"
        title="Someone has changed this follow-up since you opened it"
        focus={() => focusFirstField(form.current)}
      >
        {followUp && <AsItIs followUp={followUp} />}
        <p>If you keep yours, saving replaces this. Discarding leaves it as it is.</p>
      </ChangedMeanwhile>
      {mayWrite ? (
        // What is typed while it is saved would go with the form.
        <TextField
          label="Note"
          error={errors.text?.message}
          field={register('text')}
          readOnly={isPending}
          long
        />
      ) : (
        <p className="whitespace-pre-wrap wrap-anywhere text-table">{followUp.text}</p>
      )}
      {(!followUp || mayAct(followUp, me)) && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Next date (optional)" error={errors.due?.message}>
            {(wiring) => (
              <input
                {...wiring}
                {...register('due')}
                type="date"
                readOnly={isPending}
                className={inputClass}
              />
            )}
          </Field>
          <ChoiceField
            label="Assigned to"
            error={gone}
            help={people.error && !people.data ? 'The people could not be loaded.' : undefined}
            // Controlled: the choice of a draft is there before the people are.
            text={assignee}
            onText={(id) => setValue('assignee', id)}
            choices={[
              ...known.map(({ id, name }) => ({ value: id, label: clip(name, 80) })),
              ...(isKnown ? [] : [{ value: assignee, label: 'The person you chose' }]),
            ]}
            unchosen="No one"
            disabled={isPending}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {!isKept && <NoDrafts />}
        <Button onClick={close} disabled={isPending}>
          Discard
        </Button>
        <Button type="submit" look="primary" busy={isPending}>
          Save follow-up
        </Button>
      </div>
    </form>
  );
}

function AsItIs({ followUp }: { followUp: FollowUp }) {
  const { text, assignee, doneAt } = followUp;
  return (
    <>
      <p className="whitespace-pre-wrap">{text}</p>
      <p className="flex flex-wrap gap-x-3">
        {doneAt !== null && <span>Done</span>}
        <DueDate followUp={followUp} />
        <span>{assignee ? `Assigned to ${clip(assignee.name, 80)}` : 'Not assigned'}</span>
      </p>
    </>
  );
}

type Written = Pick<FollowUpValues, 'text' | 'done'> & Record<'due' | 'assignee', string | null>;

/** Whether a follow-up says what was typed or sent. Nothing is empty in a form, and null where it is sent. */
function isSame(followUp: FollowUp | undefined, written: Written | undefined): boolean {
  if (!followUp || !written) return false;
  const { text, due, assignee, done } = written;
  const present = [followUp.text, followUp.due ?? '', followUp.assignee?.id ?? '', followUp.doneAt !== null];
  return JSON.stringify(present) === JSON.stringify([text, due ?? '', assignee ?? '', done]);
}

/** The people to choose from; the present choice is there before they are loaded. */
function peopleOf(people: readonly FollowUp['author'][], present: FollowUp['author'] | undefined) {
  return !present || people.some(({ id }) => id === present.id) ? people : [present, ...people];
}
