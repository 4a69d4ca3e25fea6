import type { PoolClient } from 'pg';
import type { ApprovalRow } from '../approvals/approval-row.ts';
import type { ApprovalDecider, ApprovalsOptions, Released } from '../approvals/approvals.ts';
import { contentUnreadable } from '../approvals/refusals.ts';
import { journalUnavailable } from '../http/failures.ts';
import { requesterOf, writeItem } from './audit-items.ts';
import type { EntryRow } from './entry-row.ts';
import type { TokenSeal } from './token-seal.ts';
import { sendRecorded, type WriteOptions } from './write.ts';

interface ReleaseOptions
  extends Pick<WriteOptions, 'entries' | 'changes' | 'presence' | 'forward' | 'clock' | 'log' | 'onOutcome'> {
  seal: TokenSeal;
  /** Wakes the worker that carries out runs. */
  wakeRuns(): void;
}

/** Lets go what was approved: a loan is sent as its requester's, a run starts. */
export function createRelease(options: ReleaseOptions): ApprovalsOptions['releaseIn'] {
  const { clock, seal, presence } = options;

  async function releaseLoan(
    client: PoolClient,
    { owner, entry }: ApprovalRow,
    decider: ApprovalDecider,
    body: Uint8Array | null,
  ): Promise<Released> {
    // Approved now, it would end as not sent, and someone would have to approve it again.
    if (!presence.holds())
      throw journalUnavailable(
        'Pledge can send nothing just now, so nothing was decided. Try again in a moment.',
      );
    const { rows } = await client.query<EntryRow>(
      `update desk.journal set outcome = 'pending', claimed_by = $3, sent_at = $4
       where owner = $1 and id = $2 and outcome = 'awaiting-approval' returning *`,
      [owner, entry, presence.id, new Date(clock())],
    );
    const [row] = rows;
    if (!row) throw new Error('What was approved is not there to be sent');
    if (body === null) throw contentUnreadable();
    const { id, kind, target, request_id: requestId } = row;
    // The organisation's, or one that was sealed with a secret no longer known: the approver's is of the same creditor.
    const accessToken = (row.token === null ? null : seal.ownToken(row.token)) ?? decider.accessToken;
    const write = { kind, target, body, key: row.key ?? requestId, accessToken, requestId };
    return {
      items: [writeItem({ ...row, actor: requesterOf(row), requestId }, id)],
      send: async () => void (await sendRecorded(owner, id, write, options)),
      isToSend: async (again) => await isPending(again, id),
    };
  }

  /** Whether a loan still is this gateway's to send: another one may have begun to check it. */
  async function isPending(client: PoolClient, id: string): Promise<boolean> {
    const { rowCount } = await client.query(
      `select from desk.journal where id = $1 and outcome = 'pending' and claimed_by = $2 for update`,
      [id, presence.id],
    );
    return rowCount === 1;
  }

  return async (client, row, decider, body) => {
    if (row.kind === 'createLoan') return await releaseLoan(client, row, decider, body);
    if (row.kind === 'cancelOrders') {
      await client.query(
        `update desk.run set state = 'running', starts_at = now()
         where owner = $1 and id = $2 and state = 'awaiting-approval'`,
        [row.owner, row.run],
      );
    }
    return { items: [], send: async () => options.wakeRuns(), isToSend: async () => true };
  };
}
