import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { Person } from '#contract/people.ts';
import { ROLES, type Role } from '#contract/permissions.ts';
import { peopleQuery, useChangePerson } from '#dashboard/api/people/people.ts';
import { ROLE_LABELS } from '#dashboard/api/session/role-labels.ts';
import { Refused } from '#dashboard/forms/refused.tsx';
import { clip } from '#dashboard/lib/truncate.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import type { Opened } from '#dashboard/ui/dialog-button.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import { rolesText } from './roles-text.ts';

const ROLE_TEXTS: Record<Role, string> = {
  analyst: 'Can browse, search and compare.',
  creditor: 'Can create loans.',
  operations: 'Can cancel orders.',
  approver: 'Can approve requests and see everyone’s activity.',
  administrator: 'Can manage people and rules, and see everyone’s activity.',
};

const rowClass = 'flex min-h-9 cursor-pointer items-center gap-2.5 py-1 max-md:min-h-11';

/** Changes a person's roles and whether they may sign in. */
export function PersonDialog({ person, opener, onClose }: Opened & { person: Person }) {
  const { mutate, isPending, error } = useChangePerson(person.id);
  const now = useQuery(peopleQuery).data?.find(({ id }) => id === person.id) ?? person;
  const { register, handleSubmit } = useForm({
    defaultValues: { roles: person.roles, disabled: person.disabled },
  });
  return (
    <TaskDialog
      title={`Change ${clip(person.name, 80)}`}
      description="Saving signs the person out everywhere. The change applies when they sign in again."
      opener={opener}
      onClose={isPending ? undefined : onClose}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={handleSubmit(({ roles, disabled }) => {
          const isSame = roles.length === now.roles.length && roles.every((role) => now.roles.includes(role));
          // Roles that were never set here stay those of the sign-in.
          const wanted = isSame && !now.rolesSetHere ? null : roles;
          mutate({ roles: wanted, disabled, version: now.version }, { onSuccess: onClose });
        })}
      >
        {error && <Refused title="Nothing was changed" error={error} />}
        {now.version !== person.version && !isPending && (
          <Banner tone="warning" title="This person’s access has changed since you opened this dialog">
            Their roles are now: {rolesText(now)}. Their sign-in is {now.disabled ? 'disabled' : 'allowed'}.
            Saving replaces this with your selection.
          </Banner>
        )}
        {/* What is ticked while it is saved would go with the dialog. */}
        <fieldset disabled={isPending} className="contents">
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1 font-medium">Roles</legend>
            {ROLES.map((role) => (
              <Checkbox key={role} {...register('roles')} value={role} className={rowClass}>
                <span>
                  {ROLE_LABELS[role]} <span className="text-muted text-table">{ROLE_TEXTS[role]}</span>
                </span>
              </Checkbox>
            ))}
          </fieldset>
          <Checkbox {...register('disabled')} className={rowClass}>
            Disable sign-in
          </Checkbox>
        </fieldset>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busy={isPending}>
            Save
          </Button>
        </div>
      </form>
    </TaskDialog>
  );
}
