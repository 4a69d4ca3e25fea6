import type { PoolClient } from 'pg';
import type { OpenSession, Person } from '#contract/people.ts';
import { isPermitted, type Permission, type Role } from '#contract/permissions.ts';
import { permissionRequired } from '../http/failures.ts';

/** A row of desk.person. */
export interface PersonRow {
  id: string;
  name: string;
  verified: boolean;
  roles: Role[];
  roles_here: Role[] | null;
  disabled: boolean;
  version: number;
  first_at: Date;
  last_at: Date;
}

/** A row of desk.session with its person. */
export interface SessionRow {
  id: string;
  person: string;
  name: string;
  verified: boolean;
  browser: string | null;
  address: string | null;
  started_at: Date;
  seen_at: Date;
  until: Date;
}

/** The roles that count, each once: those that an administrator has set, or else those of the last sign-in. */
export function rolesIn({ roles, roles_here: rolesHere }: PersonRow): Role[] {
  return [...new Set(rolesHere ?? roles)];
}

/** Whether a person may sign in and has a permission. */
export function mayAct(row: PersonRow, permission: Permission): boolean {
  return !row.disabled && isPermitted(rolesIn(row), permission);
}

/** The same, read in the caller's transaction: who changes the person meanwhile waits for its end. */
export async function mayStill(
  client: PoolClient,
  { owner, person }: { owner: string; person: string | null },
  permission: Permission,
): Promise<boolean> {
  const { rows } = await client.query<PersonRow>(
    'select * from desk.person where owner = $1 and id = $2 for share',
    [owner, person],
  );
  return rows.every((row) => mayAct(row, permission));
}

/** SQL: whether a person may no longer do what takes one of some roles; not of someone who isn't known. */
export const isBarred = (owner: string, person: string, roles: string) =>
  `exists (select from desk.person p where p.owner = ${owner} and p.id = ${person}
    and (p.disabled or not coalesce(p.roles_here, p.roles) && ${roles}))`;

/** What a person adds to lists of their own takes turns, so that each addition counts those before it. */
export async function takeOwnTurn(client: PoolClient, owner: string, person: string): Promise<void> {
  await client.query('select from desk.person where owner = $1 and id = $2 for update', [owner, person]);
}

/** Throws a 403 GatewayFailure if a person was disabled or lost the role since their request came. */
export async function requireMayStill(
  client: PoolClient,
  who: { owner: string; person: string | null },
  permission: Permission,
): Promise<void> {
  if (!(await mayStill(client, who, permission))) throw permissionRequired(permission);
}

export function personOf(row: PersonRow): Person {
  return {
    id: row.id,
    name: row.name,
    verified: row.verified,
    roles: rolesIn(row),
    rolesSetHere: row.roles_here !== null,
    disabled: row.disabled,
    version: row.version,
    firstSeenAt: row.first_at.toISOString(),
    lastSeenAt: row.last_at.toISOString(),
  };
}

export function openSessionOf(row: SessionRow, own: string): OpenSession {
  return {
    id: row.id,
    person: { id: row.person, name: row.name, verified: row.verified },
    browser: row.browser,
    address: row.address,
    startedAt: row.started_at.toISOString(),
    lastSeenAt: row.seen_at.toISOString(),
    current: row.id === own,
  };
}
