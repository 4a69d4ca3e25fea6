import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { Person } from '#contract/people.ts';
import { useQueryRows } from '#dashboard/api/http/use-query-rows.ts';
import { useStanding } from '#dashboard/api/http/use-standing-error.ts';
import { peopleQuery } from '#dashboard/api/people/people.ts';
import { rolesText } from '#dashboard/api/session/role-labels.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import type { Label } from '#dashboard/lib/label.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { head, labelColumn, timeColumn } from '#dashboard/list/columns.tsx';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { useSortedView } from '#dashboard/list/use-list-view.ts';
import type { Column } from '#dashboard/table/column.ts';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';

const PersonDialog = lazyPart(() => import('./person-dialog.tsx').then((module) => module.PersonDialog));

const identityOf = ({ verified }: Person) => (verified ? 'Verified' : 'Self-declared');
const rolesOf = ({ roles }: Person) => rolesText(roles, 'None');
const accessOf = ({ disabled }: Person): Label =>
  disabled ? { label: 'Disabled', tone: 'danger' } : { label: 'Allowed', tone: 'neutral' };

const peopleFile: FileColumn<Person>[] = [
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'Identity', cell: identityOf },
  { heading: 'Roles', cell: rolesOf },
  { heading: 'Sign-in', cell: (person) => accessOf(person).label },
  { heading: 'First seen', as: 'instant', cell: ({ firstSeenAt }) => firstSeenAt },
  { heading: 'Last seen', as: 'instant', cell: ({ lastSeenAt }) => lastSeenAt },
  { heading: 'Person ID', cell: ({ id }) => id },
];

function columnsFor(change: (what: Changing) => void): Column<Person>[] {
  return [
    {
      ...head('name', 'Name', 'w-48', 'w-32'),
      required: true,
      sortable: { by: ({ name }) => name.toLowerCase() },
      cell: ({ name }) => <bdi className="block max-w-70 truncate font-medium">{clip(name, 80)}</bdi>,
    },
    {
      ...head('identity', 'Identity', 'w-30', 'w-20'),
      hint: 'Verified by an identity provider, or self-declared when signing in',
      sortable: { by: identityOf },
      cell: identityOf,
    },
    {
      ...head('roles', 'Roles', 'w-72', 'w-48'),
      sortable: { by: rolesOf },
      cell: (person) => <span className="block truncate">{rolesOf(person)}</span>,
    },
    labelColumn(head('access', 'Sign-in', 'w-26', 'w-16'), accessOf),
    timeColumn(head('seen', 'Last seen', 'w-40', 'w-28'), ({ lastSeenAt }) => lastSeenAt),
    {
      ...head('change', 'Change', 'w-28', 'w-16'),
      required: true,
      cell: (person) => <ChangeButton person={person} change={change} />,
    },
  ];
}

export function loader(client: QueryClient): Promise<void> {
  return client.prefetchQuery(peopleQuery);
}

export default function PeoplePage() {
  const [changing, change] = useState<Changing | null>(null);
  const [columns] = useState(() => columnsFor(change));
  const query = useStanding(useQuery(peopleQuery));
  const list = useQueryRows([query], { rows: query.data, total: query.data?.length, of: 'people' });
  const table = useTableState(columns);
  const view = useSortedView(list, table);
  return (
    <>
      <ListPage
        {...{ list, view, table }}
        title="People"
        noun="account"
        file={{ name: 'people', columns: peopleFile }}
        footnote="Everyone in your organisation who has signed in."
        row={{
          rowId: ({ id }) => id,
          card: (person) => (
            <div className="flex items-start justify-between gap-3">
              <div className="min-w-0">
                <bdi className="block truncate font-medium">{clip(person.name, 80)}</bdi>
                <p className="text-muted text-table">
                  {rolesOf(person)} · {identityOf(person)}
                  {person.disabled && ' · Disabled'}
                </p>
                <p className="text-muted text-table">
                  Last seen <DateTime at={Date.parse(person.lastSeenAt)} />
                </p>
              </div>
              <ChangeButton person={person} change={change} />
            </div>
          ),
        }}
        empty={{ title: 'No one has signed in yet' }}
      />
      {changing && <PersonDialog.Apart {...changing} onClose={() => change(null)} />}
    </>
  );
}

/** Whose access is being changed, and the button that was pressed for it. */
type Changing = Pick<ComponentProps<typeof PersonDialog>, 'person' | 'opener'>;

function ChangeButton({ person, change }: { person: Person; change: (what: Changing) => void }) {
  return (
    <Button
      aria-label={`Change ${clip(person.name, 80)}`}
      className="h-8"
      onClick={({ currentTarget }) => change({ person, opener: { current: currentTarget } })}
    >
      Change…
    </Button>
  );
}
