import { useQuery } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import { MAX_VIEW_NAME, type SavedView } from '#contract/views.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { useDesk } from '#dashboard/api/session/session.ts';
import { useDeleteView, useSaveView, viewsQuery } from '#dashboard/api/views/views.ts';
import { DeleteQuestion } from '#dashboard/forms/delete-question.tsx';
import { RefusedLine } from '#dashboard/forms/refused.tsx';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { useSettings } from '#dashboard/lib/use-settings.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { Button, IconButton } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { Field, inputClass } from '#dashboard/ui/field.tsx';

const nameRules = {
  validate: (name: string) => name.trim() !== '' || 'Enter a name.',
  maxLength: { value: MAX_VIEW_NAME, message: `A name has at most ${MAX_VIEW_NAME} characters.` },
};

/** `forEveryone` is null until it is chosen: a view that is replaced stays for those that it is for. */
type ViewForm = { name: string; forEveryone: boolean | null };

/** The saved views of a list, each a link; and a form that saves the one that is shown. */
export function ViewsPanel({ list, close }: { list: string; close: () => void }) {
  const me = useDesk().session?.person.id;
  const { search } = useLocation();
  const { density } = useSettings();
  const { data: views, error, refetch } = useQuery(viewsQuery(list));
  const saving = useSaveView();
  // After a lost answer, another try under the same name is no second view.
  const [tried, setTried] = useState({ name: '', id: '' });
  const { control, register, handleSubmit, reset, setValue, formState } = useForm<ViewForm>({
    defaultValues: { name: '', forEveryone: null },
  });
  const typed = useWatch({ control });
  const sameOf = (name = '', among = views) =>
    among?.find((view) => view.name === name.trim() && view.author.id === me);
  const same = sameOf(typed.name);
  const save = handleSubmit(async ({ name: text, ...chosen }) => {
    const name = text.trim();
    // The views have to be known: a second one of the same name would not replace the first.
    const known = views ?? (await refetch()).data;
    if (!known) return;
    const replaced = sameOf(name, known);
    const id = replaced?.id ?? (tried.name === name ? tried.id : newUuid());
    setTried({ name, id });
    const forEveryone = chosen.forEveryone ?? replaced?.forEveryone ?? false;
    const view = { list, name, query: search.replace(/^\?/, ''), density, forEveryone };
    await saving.mutateAsync({ id, ...view, version: replaced?.version ?? 0 }).then(
      () => reset(),
      () => {},
    );
  });
  return (
    <div className="w-80 max-w-full">
      {error && !views && <p className="px-2 py-1.5 text-danger">{explainRead(error)}</p>}
      {views?.length === 0 && (
        <p className="px-2 py-1.5 text-muted">
          No view is saved yet. The link of this page also shows this view.
        </p>
      )}
      <ul aria-label="Saved views" className="max-h-72 overflow-y-auto">
        {views?.map((view) => (
          <ViewLine key={view.id} {...{ view, close }} isOwn={view.author.id === me} />
        ))}
      </ul>
      <form
        noValidate
        onSubmit={save}
        className="mt-1.5 flex flex-col gap-2 border-hairline border-t p-2 pt-3"
      >
        <Field label="Save this view as" error={formState.errors.name?.message}>
          {(wiring) => (
            <input {...wiring} {...register('name', nameRules)} autoComplete="off" className={inputClass} />
          )}
        </Field>
        <Checkbox
          checked={typed.forEveryone ?? same?.forEveryone ?? false}
          onChange={({ target }) => setValue('forEveryone', target.checked)}
          className="flex min-h-8 cursor-pointer items-center gap-2.5 max-md:min-h-11"
        >
          For everyone in the organisation
        </Checkbox>
        <Button type="submit" busy={formState.isSubmitting}>
          {same ? 'Replace view' : 'Save view'}
        </Button>
        <RefusedLine
          what="The view was not saved."
          error={views ? saving.error : formState.isSubmitted ? error : null}
        />
        {saving.isSuccess && (
          <p role="status" className="text-muted wrap-anywhere">
            Saved “{saving.variables.name}”.
          </p>
        )}
      </form>
    </div>
  );
}

function ViewLine({ view, close, isOwn }: { view: SavedView; close: () => void; isOwn: boolean }) {
  const deleting = useDeleteView();
  const [asks, setAsks] = useState(false);
  const mayDelete = useMay('manage-people') || isOwn;
  return (
    <li className="flex flex-wrap items-center rounded-control hover:bg-hover">
      <Link
        to={{ search: view.query }}
        onClick={() => {
          void changeSettings({ density: view.density });
          close();
        }}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-2 px-2 max-md:min-h-11"
      >
        <bdi className="py-1 wrap-anywhere">{view.name}</bdi>
        {view.forEveryone && (
          <span className="shrink-0 text-label text-muted">
            {isOwn ? 'for everyone' : `by ${clip(view.author.name, 20)}`}
          </span>
        )}
      </Link>
      {mayDelete && (
        <IconButton
          label={`Delete the view ${view.name}`}
          icon={<Trash2 size={14} aria-hidden />}
          aria-expanded={asks}
          onClick={() => setAsks(!asks)}
          className="size-7"
        />
      )}
      {asks && (
        <div className="basis-full px-2 pb-2">
          <DeleteQuestion
            label="Delete view"
            busy={deleting.isPending}
            onDelete={() => deleting.mutate(view)}
            onKeep={() => setAsks(false)}
          >
            {view.forEveryone ? 'Delete this view for everyone?' : 'Delete this view?'}
          </DeleteQuestion>
        </div>
      )}
      <RefusedLine
        what="The view was not deleted."
        error={deleting.error}
        className="basis-full px-2 pb-1.5"
      />
    </li>
  );
}
