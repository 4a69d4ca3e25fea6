import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Contract, contract } from '#contract/contract.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { type Answer, type Call, RawJson } from './bind.ts';
import type { Executor } from './db/open.ts';
import { fieldRefusal } from './refusal.ts';

/** The endpoints that write. */
type WriteName = 'createLoan' | 'cancelOrder';

/** A key with the response to its write. Message and data are null only inside the transaction that writes them. */
interface StoredKey {
  digest: Buffer;
  message: string | null;
  data: string | null;
}

/** How long a key is kept at least: twice what the document promises, since clocks of two services may differ. */
const KEEP_MS = 48 * 3_600_000;

/** Once in this time, a write of each process also deletes expired keys, at most so many. */
const PURGE_PAUSE_MS = 60_000;
const PURGED_AT_ONCE = 10_000;
const purgedAt = new WeakMap<Call<WriteName>['context'], number>();

/**
 * Runs a write in a transaction. If the call has an idempotency key, the key and the response are written in the
 * same transaction, and a repeat returns that response without running the write; a repeat that arrives in the
 * meantime waits. A write that throws stores nothing. Throws a 422 Refusal if the key was used for another request.
 */
export async function writeOnce<K extends WriteName>(
  name: K,
  call: Call<K>,
  write: (tx: Executor) => Promise<{ message: string; data: z.input<Contract[K]['reply']> }>,
): Promise<Answer<K>> {
  const { context, client, key } = call;
  if (key === null) return await inTransaction(context.db, write);
  const digest = createHash('sha256')
    .update(JSON.stringify([name, call.params, call.body]))
    .digest();
  const now = context.clock();
  return await inTransaction(context.db, async (tx) => {
    // On conflict nothing is changed, but this waits for a transaction that holds the key, and reads what it stored.
    const { rows } = await tx.query<StoredKey>(
      `insert into service.idempotency_key (client_id, key, digest, created_at) values ($1, $2, $3, $4)
       on conflict (client_id, key) do update set key = excluded.key returning digest, message, data`,
      [client.id, key, digest, new Date(now)],
    );
    const [stored] = rows;
    if (!stored?.digest.equals(digest)) {
      const message = 'was used before, for a different request; use a new key for each write';
      throw fieldRefusal(422, [{ field: 'Idempotency-Key', message }]);
    }
    if (stored.message !== null && stored.data !== null) {
      return { message: stored.message, data: new RawJson(stored.data) };
    }
    const answer = await write(tx);
    const data = JSON.stringify(z.parse(contract[name].reply, answer.data));
    if (now - (purgedAt.get(context) ?? 0) >= PURGE_PAUSE_MS) {
      await purgeExpired(tx, new Date(now - KEEP_MS));
      purgedAt.set(context, now);
    }
    await tx.query(
      'update service.idempotency_key set message = $3, data = $4 where client_id = $1 and key = $2',
      [client.id, key, answer.message, data],
    );
    return { message: answer.message, data: new RawJson(data) };
  });
}

/** Deletes keys created before a moment, the oldest first. */
async function purgeExpired(tx: Executor, before: Date): Promise<void> {
  await tx.query(
    `delete from service.idempotency_key where (client_id, key) in (
       select client_id, key from service.idempotency_key where created_at < $1
       order by created_at limit $2 for update skip locked)`,
    [before, PURGED_AT_ONCE],
  );
}
