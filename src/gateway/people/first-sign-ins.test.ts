import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '#contract/permissions.ts';
import type { OpenPool } from '#server/db/open.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { SECRET } from '#tests/support/gateway.ts';
import { createAuditLog } from '../audit/audit-log.ts';
import { createSessions } from '../session/session.ts';
import { createSignOuts } from '../session/sign-outs.ts';
import { migrateStore } from '../store.ts';
import { createPeople, type People } from './people.ts';

let database: OpenPool;
let people: People;
beforeAll(async () => {
  database = await openTestDatabase('empty');
  const { pool } = database;
  await migrateStore(pool);
  const clock = Date.now;
  const signOuts = createSignOuts(pool, clock, pino({ level: 'silent' }));
  const limits = { idleMs: 60_000, lifetimeMs: 600_000 };
  const sessions = createSessions({ secrets: [SECRET], ...limits, clock, signOuts });
  people = createPeople({ pool, clock, sessions, audit: createAuditLog({ pool, clock }) });
});
afterAll(() => database.close());

const arrive = async (subject: string, roles: Role[]) =>
  await people.signIn({
    owner: { owner: 'o', label: 'Acme', creditor: null },
    accessToken: 'a',
    identity: { subject, name: subject, verified: true },
    roles,
    origin: { browser: null, address: null },
    requestId: subject,
  });

it('two first sign-ins of one person at the same moment leave none with a role that the later one lacks', async () => {
  for (let round = 0; round < 10; round += 1) {
    const subject = `new-${round}`;
    const both = await Promise.all([arrive(subject, ['administrator']), arrive(subject, ['analyst'])]);
    const { rows } = await database.pool.query<{ roles: Role[]; sessions: string[] }>(
      `select p.roles, array_agg(s.id) as sessions from desk.person p join desk.session s on s.person = p.id
       where p.subject = $1 group by p.roles`,
      [subject],
    );
    const [now] = rows;
    const open = both.filter(({ id }) => now?.sessions.includes(id));
    expect(open.flatMap(({ roles }) => roles)).toEqual(now?.roles);
  }
});
