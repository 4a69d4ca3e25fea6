import type { Pool, PoolClient } from 'pg';
import type { OpenSession } from '#contract/people.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { AuditItem, AuditLog } from '../audit/audit-log.ts';
import { auditPersonOf } from '../audit/audit-person.ts';
import type { Session, Sessions } from '../session/session.ts';
import { openSessionOf, type SessionRow } from './rows.ts';

/** Who changes a person or ends a session. */
export interface Manager {
  session: Session;
  requestId: string;
}

export interface PeopleOptions {
  pool: Pool;
  clock: () => number;
  sessions: Sessions;
  audit: AuditLog;
}

/** What is recorded of the end of sessions, but for whose they are. */
type Ending = Pick<AuditItem, 'who' | 'requestId' | 'details'>;

/** A session that ends, with its person's name; `was_open`: it had not been signed out before. */
type EndedRow = Pick<SessionRow, 'id' | 'until' | 'person' | 'name'> & { owner: string; was_open: boolean };

/** Sessions that end with a transaction. */
interface Ended {
  /** To be recorded in the transaction. */
  items: AuditItem[];
  /** Ends them here at once, and tells other gateways, once the transaction is committed. */
  heed(): Promise<void>;
}

/** The open sessions of everyone: who has them, and how they end before their time. */
export function createOpenSessions({ pool, clock, sessions, audit }: PeopleOptions) {
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
  async function endSessions(manager: Manager, of: { id: string } | { person: string }): Promise<void> {
    await end(async (client) => await endSessionsIn(client, manager, of));
  }

  /** The same in the caller's transaction; `details` are recorded of it. */
  async function endSessionsIn(
    client: PoolClient,
    { session, requestId }: Manager,
    of: { id: string } | { person: string },
    details: AuditItem['details'] = {},
  ): Promise<Ended> {
    const [column, value] = 'id' in of ? ['id', of.id] : ['person', of.person];
    const by = { who: auditPersonOf(session), requestId, details };
    return await endWhere(client, `owner = $1 and ${column} = $2`, [session.owner, value], by);
  }

  /**
   * Ends the sessions of a person that ended at the identity provider, at every gateway and organisation; not those that
   * began later, by the sealed ID token that they began with.
   */
  async function endProvided(
    of: {
      subject: string | null;
      providerSession: string | null;
      /** Seconds since 1970, by the provider's clock. */
      at: number;
      isLater: (idToken: string) => boolean;
    },
    requestId: string,
  ) {
    // Before the sessions are read: a sign-in that is under way reads this after it has written its own.
    await pool.query(
      'insert into desk.provider_sign_out (subject, provider_session, at) values ($1, $2, $3)',
      [of.subject, of.providerSession, of.at],
    );
    await pool.query(`delete from desk.provider_sign_out where heard_at < now() - interval '1 hour'`);
    const condition = `subject is not null and ($1::text is null or subject = $1)
      and ($2::text is null or provider_session = $2)`;
    const values = [of.subject, of.providerSession];
    await end(async (client) => {
      const { rows } = await client.query<{ id: string; id_token: string }>(
        `select id, id_token from desk.session where ${condition}`,
        values,
      );
      const over = rows.filter((row) => !of.isLater(row.id_token)).map(({ id }) => id);
      return await endWhere(client, 'id = any($1)', [over], byProvider(requestId));
    });
  }

  /** Ends a session that ended at the identity provider while it began here. Returns whether it did. */
  async function endIfOverAtProvider(
    { id, person }: Session,
    { providerSession, issuedAt }: { providerSession: string | null; issuedAt: number },
    requestId: string,
  ): Promise<boolean> {
    const { rows } = await pool.query(
      `select from desk.provider_sign_out where at >= $3 and (subject is null or subject = $1)
         and (provider_session is null or provider_session = $2)`,
      [person.subject, providerSession, issuedAt],
    );
    if (rows.length === 0) return false;
    await end(async (client) => await endWhere(client, 'id = $1', [id], byProvider(requestId)));
    return true;
  }

  /** Ends sessions in a transaction of its own, on record. */
  async function end(work: (client: PoolClient) => Promise<Ended>): Promise<void> {
    const ended = await inTransaction(pool, async (client) => {
      const ending = await work(client);
      await audit.appendIn(client, ending.items);
      return ending;
    });
    await ended.heed();
  }

  /** Ends the sessions that meet a condition: that they are open no more and that their cookies are void is one change. */
  async function endWhere(
    client: PoolClient,
    condition: string,
    values: unknown[],
    by: Ending,
  ): Promise<Ended> {
    const { rows } = await client.query<EndedRow>(
      `with ended as (delete from desk.session where ${condition} returning id, until, person, owner)
       select e.*, p.name, not exists (select from desk.sign_out o where o.session = e.id) as was_open
       from ended e join desk.person p on p.owner = e.owner and p.id = e.person`,
      values,
    );
    const ended = rows.map(({ id, until }) => ({ id, until: until.getTime() }));
    await sessions.revokeIn(client, ended);
    const open = rows.filter(({ was_open: wasOpen }) => wasOpen);
    const items = open.map(({ owner, id, person, name }): AuditItem => {
      const target = { session: id, person };
      return { ...by, owner, action: 'session-ended', target, details: { ...by.details, name } };
    });
    return { items, heed: async () => await sessions.heedRevoked(ended) };
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

  return {
    seen,
    openSessions,
    endSessions,
    endSessionsIn,
    endProvided,
    endIfOverAtProvider,
    idTokenOf,
    personOfSession,
  };
}

function byProvider(requestId: string): Ending {
  return { who: null, requestId, details: { by: 'identity provider' } };
}
