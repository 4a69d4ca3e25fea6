import type { Pool } from 'pg';
import { bringUpToDate } from '#server/db/migrate.ts';
import { sql as serviceTables } from './migrations/0001-service.ts';
import { sql as customerLine } from './migrations/0002-customer-line.ts';
import { sql as tokenCount } from './migrations/0003-token-count.ts';
import { sql as tokenRevocations } from './migrations/0004-token-revocations.ts';
import { sql as idempotencyKey } from './migrations/0005-idempotency-key.ts';
import { sql as keyWithoutReference } from './migrations/0006-key-without-reference.ts';
import { sql as plainCustomerLine } from './migrations/0007-plain-customer-line.ts';
import { sql as foldAccents } from './migrations/0008-fold-accents.ts';
import { sql as oldEvents } from './migrations/0009-old-events.ts';

/** The migrations in the order they are applied; one that has landed is never edited, only followed. 0002 is the one exception: it says why. */
const MIGRATIONS = [
  { name: '0001-service', sql: serviceTables },
  { name: '0002-customer-line', sql: customerLine },
  { name: '0003-token-count', sql: tokenCount },
  { name: '0004-token-revocations', sql: tokenRevocations },
  { name: '0005-idempotency-key', sql: idempotencyKey },
  { name: '0006-key-without-reference', sql: keyWithoutReference },
  { name: '0007-plain-customer-line', sql: plainCustomerLine },
  { name: '0008-fold-accents', sql: foldAccents },
  { name: '0009-old-events', sql: oldEvents },
];

const MIGRATION_LOCK = 7_300_417;

/** Brings the service's tables up to date. Throws NewerDatabase if they are newer than this program. */
export async function migrate(pool: Pool): Promise<void> {
  await bringUpToDate(pool, { schema: 'service', migrations: MIGRATIONS, lock: MIGRATION_LOCK });
}
