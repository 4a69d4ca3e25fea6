import type { PoolClient } from 'pg';
import { jsonOf } from '../http/json.ts';
import type { ApprovalRow } from './approval-row.ts';

/** How a request ends that no one approves. */
export type Closed = 'rejected' | 'expired' | 'withdrawn';

const OUTCOMES = { rejected: 'rejected', expired: 'expired', withdrawn: 'not-sent' } as const;
const RUN_STATES = { rejected: 'rejected', expired: 'expired', withdrawn: 'stopped' } as const;

/** Ends what waited for an approval, in the caller's transaction: nothing of it is sent, and its entries say why and who. */
export async function closeIn(
  client: PoolClient,
  { owner, entry, run }: ApprovalRow,
  how: Closed,
  { who, message, now }: { who: string | null; message: string; now: Date },
): Promise<void> {
  if (entry !== null) {
    await client.query(
      `update desk.journal set outcome = $3, by = $4, message = $5, settled_at = $6, token = null,
         checks = checks || $7::jsonb
       where owner = $1 and id = $2 and outcome = 'awaiting-approval'`,
      [
        owner,
        entry,
        OUTCOMES[how],
        how === 'rejected' ? 'person' : null,
        message,
        now,
        jsonOf(who === null ? [] : [{ at: now.toISOString(), saw: message, complete: false, who }]),
      ],
    );
  }
  if (run !== null) {
    await client.query(
      `update desk.journal set outcome = 'not-sent', message = $3, settled_at = $4
       where owner = $1 and run = $2 and outcome = 'waiting'`,
      [owner, run, message, now],
    );
    await client.query(
      `update desk.run set state = $3, stopped_by = $4, finished_at = $5, token = null
       where owner = $1 and id = $2 and state = 'awaiting-approval'`,
      [owner, run, RUN_STATES[how], who, now],
    );
  }
}
