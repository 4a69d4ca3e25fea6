import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Person } from '#contract/people.ts';
import { ROLES, type Role } from '#contract/permissions.ts';
import { peopleQuery, useChangePerson } from '#dashboard/api/people/people.ts';
import { ROLE_LABELS, rolesText } from '#dashboard/api/session/role-labels.ts';
import { ChangedMeanwhile, useChangedMeanwhile } from '#dashboard/forms/changed-meanwhile.tsx';
import { clip } from '#dashboard/lib/truncate.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import type { Opened } from '#dashboard/ui/dialog-button.tsx';
import { focusFirstField } from '#dashboard/ui/focus.ts';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';

const ROLE_TEXTS: Record<Role, string> = {
  analyst: 'Can browse, search and compare.',
  creditor: 'Can create loans.',
  operations: 'Can cancel orders.',
  approver: 'Can approve requests and see everyone’s activity.',
  administrator: 'Can manage people and rules, and see everyone’s activity.',
};

const rowClass = 'flex min-h-9 cursor-pointer items-center gap-2.5 py-1 max-md:min-h-11';

export function PersonDialog({ person, opener, onClose }: Opened & { person: Person }) {
  const saving = useChangePerson(person.id);
  const { mutate, isPending, variables } = saving;
  const now = useQuery(peopleQuery).data?.find(({ id }) => id === person.id) ?? person;
  const { register, handleSubmit, watch } = useForm({
    defaultValues: { roles: person.roles, disabled: person.disabled },
  });
  const form = useRef<HTMLFormElement>(null);
  /** The version that the person who saves has seen. */
  const [version, setVersion] = useState(person.version);
  const typed = watch();
  const meanwhile = useChangedMeanwhile({
    saving,
    present: now.version,
    version,
    isTyped: isSame(now, typed),
    isSent: variables !== undefined && isSame(now, { ...variables, roles: variables.roles ?? now.roles }),
    onPresent: () => setVersion(now.version),
    onSaved: onClose,
  });
  return (
    <TaskDialog
      title={`Change ${clip(person.name, 80)}`}
      description="Saving signs the person out everywhere. The change applies when they sign in again."
      opener={opener}
      onClose={isPending ? undefined : onClose}
    >
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={handleSubmit(({ roles, disabled }) => {
          // Roles that were never set here stay those of the sign-in.
          const wanted = isSameRoles(person.roles, roles) && !now.rolesSetHere ? null : roles;
          mutate({ roles: wanted, disabled, version }, { onSuccess: onClose });
        })}
      >
        <ChangedMeanwhile
          {...meanwhile}
          refusal="Nothing was changed"
          title="Someone has changed this person’s access since you opened this dialog"
          focus={() => focusFirstField(form.current)}
        >
          Their roles are now: {rolesText(now.roles, 'None')}. Their sign-in is{' '}
          {now.disabled ? 'disabled' : 'allowed'}. If you keep yours, saving replaces this. Cancelling leaves
          it as it is.
        </ChangedMeanwhile>
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

type Access = Pick<Person, 'roles' | 'disabled'>;

function isSame(one: Access, other: Access): boolean {
  return one.disabled === other.disabled && isSameRoles(one.roles, other.roles);
}

function isSameRoles(some: readonly Role[], others: readonly Role[]): boolean {
  return some.length === others.length && some.every((role) => others.includes(role));
}
