import { ROLES, type Role } from '#contract/permissions.ts';
import type { DeskState } from '#contract/session.ts';

type DemoPerson = DeskState['demoSignIns'][number]['people'][number];

const TEAMS: readonly Record<Role, string>[] = [
  {
    analyst: 'Ama Boateng',
    creditor: 'David Eze',
    operations: 'Ruth Kamau',
    approver: 'Samuel Adeleke',
    administrator: 'Nadia Haddad',
  },
  {
    analyst: 'Kofi Mensah',
    creditor: 'Grace Okafor',
    operations: 'Peter Njoroge',
    approver: 'Ifeoma Nwosu',
    administrator: 'Leila Mansour',
  },
];

/** The people of the demo's organisation with this number, one for each role. */
export function demoPeople(organisation: number): DemoPerson[] {
  const team = TEAMS[organisation % TEAMS.length] as Record<Role, string>;
  return ROLES.map((name) => ({ role: name, name: team[name] }));
}
