import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { OpenSession, Person, PersonChange } from '#contract/people.ts';
import type { Role } from '#contract/permissions.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { AuditItem, AuditLog } from '../audit/audit-log.ts';
import { auditPersonOf } from '../audit/audit-person.ts';
import { GatewayFailure } from '../http/failures.ts';
import type { Identity, Session, Sessions } from '../session/session.ts';
import type { Owner } from '../session/sign-in.ts';
import { openSessionOf, type PersonRow, personOf, type SessionRow } from './rows.ts';

export interface PeopleOptions {
  pool: Pool;
  clock: () => number;
  sessions: Sessions;
  audit: AuditLog;
}

/** A person who signs in. */
export interface Arrival {
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

/** Who changes a person or ends a session. */
export interface Manager {
  session: Session;
  requestId: string;
}

/** As much of what a browser says of itself as is kept. */
export const MAX_BROWSER_LENGTH = 400;

export type People = ReturnType<typeof createPeople>;

/** The people of every organisation and their open sessions, in the gateway's store. */
export function createPeople({ pool, clock, sessions, audit }: PeopleOptions) {
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
    const session = await inTransaction(pool, async (client) => {
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
        roles: row.roles_here ?? row.roles,
        ...(vouched && {
          provided: { organisation: vouched.organisation, authenticatedAt: vouched.authenticatedAt },
        }),
        signedInAt: now,
        lastSeenAt: now,
      };
      await client.query('delete from desk.session where until < $1', [new Date(now)]);
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
        {
          ...{ owner: session.owner, action: 'sign-in', who: auditPersonOf(session) },
          ...{ target: { session: session.id }, requestId },
          details: { roles: session.roles, ...origin },
        },
      ]);
      return session;
    });
    if (session) return session;
    const who = { person: id, name, subject, verified, session: null };
    const target = { person: id };
    await audit.append([
      { owner: owner.owner, action: 'sign-in-refused', who, target, requestId, details: { ...origin } },
    ]);
    throw personDisabled(name);
  }

  /** Notes that a session is in use, and its person with it. */
  async function seen(session: Session): Promise<void> {
    const at = new Date(session.lastSeenAt);
    await pool.query('update desk.session set seen_at = $2, idle_until = $3 where id = $1', [
      session.id,
      at,
      new Date(sessions.endsAt(session)),
    ]);
    await pool.query('update desk.person set last_at = $3 where owner = $1 and id = $2', [
      session.owner,
      session.person.id,
      at,
    ]);
  }

  /** The open sessions of a person, or of everyone of an organisation. `own`: the session that asks. */
  async function openSessions(own: Session, person: string | null): Promise<OpenSession[]> {
    const { rows } = await pool.query<SessionRow>(
      `select s.*, p.name, p.verified from desk.session s join desk.person p on p.owner = s.owner and p.id = s.person
       where s.owner = $1 and ($2::text is null or s.person = $2) and s.until > $3 and s.idle_until > $3
         and not exists (select from desk.sign_out o where o.session = s.id)
       order by s.seen_at desc, s.id`,
      [own.owner, person, new Date(clock())],
    );
    return rows.map((row) => openSessionOf(row, own.id));
  }

  /** Ends sessions of the manager's organisation at every gateway: one, or all of a person. */
  async function endSessions({ session, requestId }: Manager, of: { id: string } | { person: string }) {
    const { owner } = session;
    const [column, value] = 'id' in of ? ['id', of.id] : ['person', of.person];
    const ended = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<Pick<SessionRow, 'id' | 'until' | 'person'>>(
        `delete from desk.session where owner = $1 and ${column} = $2 returning id, until, person`,
        [owner, value],
      );
      const who = auditPersonOf(session);
      const items = rows.map(({ id, person }): AuditItem => {
        return { owner, action: 'session-ended', who, target: { session: id, person }, requestId };
      });
      await audit.appendIn(client, items);
      return rows;
    });
    for (const { id, until } of ended) await sessions.revokeUntil(id, until.getTime());
  }

  /** Ends the sessions of a person that ended at the identity provider, at every gateway and organisation. */
  async function endProvided(
    of: { subject: string | null; providerSession: string | null },
    requestId: string,
  ) {
    const ended = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<Pick<SessionRow, 'id' | 'until' | 'person'> & { owner: string }>(
        `delete from desk.session where subject is not null
           and ($1::text is null or subject = $1) and ($2::text is null or provider_session = $2)
         returning id, until, person, owner`,
        [of.subject, of.providerSession],
      );
      const items = rows.map(({ id, person, owner }): AuditItem => {
        const target = { session: id, person };
        return {
          owner,
          action: 'session-ended',
          who: null,
          target,
          requestId,
          details: { by: 'identity provider' },
        };
      });
      await audit.appendIn(client, items);
      return rows;
    });
    for (const { id, until } of ended) await sessions.revokeUntil(id, until.getTime());
  }

  /** The sealed ID token that a session began with; null if it has none. */
  async function idTokenOf(id: string): Promise<string | null> {
    const { rows } = await pool.query<{ id_token: string | null }>(
      'select id_token from desk.session where id = $1',
      [id],
    );
    return rows[0]?.id_token ?? null;
  }

  /** The person of an open session; null if there is none of that id in the organisation. */
  async function personOfSession(owner: string, id: string): Promise<string | null> {
    const { rows } = await pool.query<Pick<SessionRow, 'person'>>(
      'select person from desk.session where owner = $1 and id = $2',
      [owner, id],
    );
    return rows[0]?.person ?? null;
  }

  async function list(owner: string): Promise<Person[]> {
    const { rows } = await pool.query<PersonRow>(
      'select * from desk.person where owner = $1 order by last_at desc, id',
      [owner],
    );
    return rows.map(personOf);
  }

  /**
   * Sets a person's roles and whether they may sign in; null if there is no such person. Their sessions end at every
   * gateway if they lose a role or are disabled: the next sign-in has the new roles.
   */
  async function change(manager: Manager, id: string, { roles, disabled }: PersonChange) {
    const { session, requestId } = manager;
    const { owner } = session;
    const changed = await inTransaction(pool, async (client) => {
      const known = await client.query<PersonRow>(
        'select * from desk.person where owner = $1 and id = $2 for update',
        [owner, id],
      );
      const { rows } = await client.query<PersonRow>(
        'update desk.person set roles_here = $3, disabled = $4 where owner = $1 and id = $2 returning *',
        [owner, id, roles, disabled],
      );
      if (!known.rows[0] || !rows[0]) return null;
      const [before, after] = [personOf(known.rows[0]), personOf(rows[0])];
      if (isSameAccess(before, after) && before.rolesSetHere === after.rolesSetHere) return { before, after };
      const access = (person: Person) => ({ roles: person.roles, disabled: person.disabled });
      await audit.appendIn(client, [
        {
          ...{
            owner,
            action: 'person-changed',
            who: auditPersonOf(session),
            target: { person: id },
            requestId,
          },
          details: { name: after.name, before: access(before), after: access(after) },
        },
      ]);
      return { before, after };
    });
    if (!changed) return null;
    if (!isSameAccess(changed.before, changed.after)) await endSessions(manager, { person: id });
    return changed.after;
  }

  return { signIn, seen, openSessions, endSessions, endProvided, idTokenOf, personOfSession, list, change };
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

function isSameAccess(one: Person, other: Person): boolean {
  const isSame =
    one.roles.length === other.roles.length && one.roles.every((role) => other.roles.includes(role));
  return isSame && one.disabled === other.disabled;
}
