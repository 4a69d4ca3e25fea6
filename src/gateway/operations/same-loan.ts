import type { PoolClient } from 'pg';
import type { JournalOutcome } from '#contract/operations.ts';
import { SAME_LOAN_MS } from '#contract/same-loan.ts';
import { fingerprintsOf } from './fingerprint.ts';

/** Outcomes of an earlier entry that make the same loan need a confirmation: it was created, or may have been or still be. */
const IN_THE_WAY: readonly JournalOutcome[] = [
  'awaiting-approval',
  'pending',
  'unknown',
  'undetermined',
  'done',
];

/**
 * The newest entry of an owner that asked for the same loan lately, or still waits or is unknown, apart from `own`;
 * undefined if there is none in the way. `now` is in milliseconds since 1970.
 */
export async function findSameLoan(
  client: PoolClient,
  { owner }: { owner: string },
  identity: string,
  { own, now }: { own: string | undefined; now: number },
) {
  const { rows } = await client.query<{ entry: string; who: string }>(
    `select id as entry, who from desk.journal where owner = $1 and fingerprint = any($2)
     and (coalesce(sent_at, at) > $3 or outcome in ('awaiting-approval', 'unknown')) and outcome = any($4)
     and id <> $5 order by at desc, id desc limit 1`,
    [owner, fingerprintsOf(identity), new Date(now - SAME_LOAN_MS), IN_THE_WAY, own ?? ''],
  );
  return rows[0];
}
