import { createHash, randomUUID } from 'node:crypto';
import type { Person, PersonChange } from '#contract/people.ts';
import type { Role } from '#contract/permissions.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { AuditItem } from '../audit/audit-log.ts';
import { auditPersonOf } from '../audit/audit-person.ts';
import { changedMeanwhile, GatewayFailure, permissionRequired } from '../http/failures.ts';
import type { Identity, Session } from '../session/session.ts';
import type { Owner } from '../session/sign-in.ts';
import { createOpenSessions, type Manager, type PeopleOptions } from './open-sessions.ts';
import { mayAct, type PersonRow, personOf, rolesIn } from './rows.ts';

/** A person who signs in. */
interface Arrival {
  owner: Owner;
  accessToken: string;
  identity: Omit<Identity, 'id'>;
  /** The roles that the sign-in comes with. */
  roles: readonly Role[];
  /** What the browser says of itself, and where it connects from. */
  origin: { browser: string | null; address: string | null };
  requestId: string;
  /** What an identity provider says of the sign-in, if it vouches for it. */
  vouched?: {
    organisation: string;
    authenticatedAt: number | null;
    providerSession: string | null;
    /** Sealed. */
    idToken: string;
  };
}

/** As much of what a browser says of itself as is kept. */
export const MAX_BROWSER_LENGTH = 400;

export type People = ReturnType<typeof createPeople>;

/** The people of every organisation and their open sessions (open-sessions.ts), in the gateway's store. */
export function createPeople(options: PeopleOptions) {
  const { pool, clock, sessions, audit } = options;
  const open = createOpenSessions(options);

  /**
   * Begins a session of a person who signs in, with the roles that count. Throws a 403 GatewayFailure if an
   * administrator has disabled them.
   */
  async function signIn(arrival: Arrival): Promise<Session> {
    const { owner, accessToken, identity, roles, origin, requestId, vouched } = arrival;
    const now = clock();
    const { subject, name, verified } = identity;
    const id = personId(owner.owner, subject);
    // One transaction: an administrator who disables the person meanwhile waits for it, and then ends this session.
    const begun = await inTransaction(pool, async (client) => {
      // Sign-ins of one person take turns, the first ones too, which find no row to lock.
      const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
      await client.query(lock, [JSON.stringify([owner.owner, 'person', id])]);
      const known = await client.query<PersonRow>(
        'select * from desk.person where owner = $1 and id = $2 for update',
        [owner.owner, id],
      );
      const { rows } = await client.query<PersonRow>(
        `insert into desk.person as p (owner, id, subject, name, verified, roles, first_at, last_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7)
         on conflict (owner, id) do update set name = $4, verified = $5, roles = $6,
           last_at = case when p.disabled then p.last_at else $7 end
         returning *`,
        [owner.owner, id, subject, name, verified, roles, new Date(now)],
      );
      const [row] = rows;
      if (!row || row.disabled) return null;
      const session: Session = {
        ...owner,
        id: randomUUID(),
        accessToken,
        person: { id, subject, name, verified },
        roles: rolesIn(row),
        ...(vouched && {
          provided: { organisation: vouched.organisation, authenticatedAt: vouched.authenticatedAt },
        }),
        signedInAt: now,
        lastSeenAt: now,
      };
      // A role that the provider has taken away ends with the earlier sessions that have it.
      const hasLost = known.rows.some((was) => rolesIn(was).some((role) => !session.roles.includes(role)));
      const ended = hasLost
        ? await open.endSessionsIn(client, { session, requestId }, { person: id }, { by: 'fewer roles' })
        : null;
      // One that is taken out because this clock is ahead could no longer be ended.
      await client.query('delete from desk.session where until < least($1, now())', [new Date(now)]);
      await client.query(
        `insert into desk.session (id, owner, person, browser, address, started_at, seen_at, until, idle_until,
           subject, provider_session, id_token)
         values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11)`,
        [
          session.id,
          session.owner,
          id,
          origin.browser?.slice(0, MAX_BROWSER_LENGTH) ?? null,
          origin.address,
          new Date(now),
          new Date(sessions.latestEnd(session)),
          new Date(sessions.endsAt(session)),
          vouched ? subject : null,
          vouched?.providerSession ?? null,
          vouched?.idToken ?? null,
        ],
      );
      await audit.appendIn(client, [
        ...(ended?.items ?? []),
        {
          owner: session.owner,
          action: 'sign-in',
          who: auditPersonOf(session),
          target: { session: session.id },
          requestId,
          details: { roles: session.roles, ...origin },
        },
      ]);
      return { session, ended };
    });
    await begun?.ended?.heed();
    if (begun) return begun.session;
    const who = { person: id, name, subject, verified, session: null };
    const target = { person: id };
    await audit.append([
      {
        owner: owner.owner,
        action: 'sign-in-refused',
        who,
        target,
        requestId,
        result: 'disabled',
        details: { ...origin },
      },
    ]);
    throw personDisabled(name);
  }

  async function list(owner: string): Promise<Person[]> {
    const { rows } = await pool.query<PersonRow>(
      'select * from desk.person where owner = $1 order by last_at desc, id',
      [owner],
    );
    return rows.map(personOf);
  }

  /**
   * Sets a person's roles and whether they may sign in; null if there is no such person. With that, their sessions end
   * at every gateway if they lose a role or are disabled: the next sign-in has the new roles. Safe to repeat. Throws a 403
   * GatewayFailure if the manager may not any more, and a 409 one if they could not after it, or the version is another.
   */
  async function change(manager: Manager, id: string, { roles, disabled, version }: PersonChange) {
    const { session, requestId } = manager;
    const { owner } = session;
    const changed = await inTransaction(pool, async (client) => {
      // Two who take the role from each other take turns, so that one of them keeps it.
      const locked = await client.query<PersonRow>(
        'select * from desk.person where owner = $1 and id in ($2, $3) order by id for update',
        [owner, id, session.person.id],
      );
      if (!locked.rows.some((row) => row.id === session.person.id && mayAct(row, 'manage-people')))
        throw permissionRequired('manage-people');
      const known = locked.rows.find((row) => row.id === id);
      const { rows } = await client.query<PersonRow>(
        `update desk.person set roles_here = $3, disabled = $4, version = version +
           case when roles_here is distinct from $3 or disabled <> $4 then 1 else 0 end
         where owner = $1 and id = $2 returning *`,
        [owner, id, roles, disabled],
      );
      if (!known || !rows[0]) return null;
      if (rows[0].version !== known.version && known.version !== (version ?? known.version))
        throw changedMeanwhile('this person’s access');
      if (id === session.person.id && !mayAct(rows[0], 'manage-people')) throw ownAccess();
      const [before, after] = [personOf(known), personOf(rows[0])];
      const isSame = isSameAccess(before, after);
      // A disabled person has no session, also if they were disabled before.
      const mayStay = isSame && !after.disabled;
      const ended = mayStay ? null : await open.endSessionsIn(client, manager, { person: id });
      const access = (person: Person) => ({ roles: person.roles, disabled: person.disabled });
      const item: AuditItem = {
        owner,
        action: 'person-changed',
        who: auditPersonOf(session),
        target: { person: id },
        requestId,
        details: { name: after.name, before: access(before), after: access(after) },
      };
      const isChange = !isSame || before.rolesSetHere !== after.rolesSetHere;
      await audit.appendIn(client, [...(isChange ? [item] : []), ...(ended?.items ?? [])]);
      return { after, ended };
    });
    if (!changed) return null;
    await changed.ended?.heed();
    return changed.after;
  }

  return { ...open, signIn, list, change };
}

/** A person's id: the same at every sign-in of an organisation, and it reveals nothing of the subject. */
export function personId(owner: string, subject: string): string {
  return createHash('sha256')
    .update(JSON.stringify(['person', owner, subject]))
    .digest('hex')
    .slice(0, 24);
}

function personDisabled(name: string): GatewayFailure {
  const message = `An administrator of your organisation has disabled the sign-in of ${name}. Ask them to enable it.`;
  return new GatewayFailure(403, GATEWAY_CODES.personDisabled, message);
}

function ownAccess(): GatewayFailure {
  const message = 'You cannot take your own access as an administrator. Another administrator can.';
  return new GatewayFailure(409, GATEWAY_CODES.ownAccess, message);
}

function isSameAccess(one: Person, other: Person): boolean {
  const isSame =
    one.roles.length === other.roles.length && one.roles.every((role) => other.roles.includes(role));
  return isSame && one.disabled === other.disabled;
}
