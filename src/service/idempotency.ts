import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { type Contract, contract } from '#contract/contract.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { type Answer, type Call, RawJson } from './bind.ts';
import type { Executor } from './db/open.ts';
import { fieldRefusal, Refusal } from './refusal.ts';

/** The endpoints that write. */
type WriteName = 'createLoan' | 'cancelOrder';

/** A key as a client used it, for one request. */
interface UsedKey {
  clientId: string;
  key: string;
  digest: Buffer;
  at: Date;
}

/** What is stored with a key. Message and data are null only inside the transaction that looks for them. */
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

/** Rolls a write back because a request under the same key was carried out meanwhile. */
class KeyTaken extends Error {}

/**
 * Runs a write in a transaction. If the call has an idempotency key, the key and the response are written as its last
 * step, so that most writes need one statement more; a repeat is rolled back there, or refused by the write, and returns
 * the stored response. A repeat that arrives in the meantime waits. A write that throws stores nothing. Throws a 422
 * Refusal if the key was used for another request.
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
  const used = { clientId: client.id, key, digest, at: new Date(now) };
  try {
    const runOnce = async (tx: Executor) => {
      const { message, data } = await write(tx);
      const text = JSON.stringify(z.parse(contract[name].reply, data));
      if (now - (purgedAt.get(context) ?? 0) >= PURGE_PAUSE_MS) {
        await purgeExpired(tx, new Date(now - KEEP_MS));
        purgedAt.set(context, now);
      }
      if (!(await storeKey(tx, used, message, text))) throw new KeyTaken();
      return { message, data: new RawJson(text) };
    };
    // If the answer to a commit is lost, the next attempt is a repeat.
    return await inTransaction(context.db, runOnce, { isRepeatable: true });
  } catch (error) {
    if (!(error instanceof KeyTaken || error instanceof Refusal)) throw error;
    return await storedAnswer(context.db, used, error);
  }
}

/** Stores a key with the response to its write. False if it is stored already, after the transaction that did so. */
async function storeKey(tx: Executor, used: UsedKey, message: string, data: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into service.idempotency_key (client_id, key, digest, created_at, message, data)
     values ($1, $2, $3, $4, $5, $6) on conflict (client_id, key) do nothing`,
    [used.clientId, used.key, used.digest, used.at, message, data],
  );
  return rowCount === 1;
}

/**
 * The response stored under a key. Throws a 422 Refusal if that was to another request, and what is given to be thrown
 * if the key is not stored.
 */
async function storedAnswer(db: Pool, used: UsedKey, otherwise: Error) {
  return await inTransaction(db, async (tx) => {
    // A key that isn't stored is taken until this is rolled back: only so does it wait for a transaction that stores it.
    const { rows } = await tx.query<StoredKey>(
      `insert into service.idempotency_key (client_id, key, digest, created_at) values ($1, $2, $3, $4)
       on conflict (client_id, key) do update set key = excluded.key returning digest, message, data`,
      [used.clientId, used.key, used.digest, used.at],
    );
    const [stored] = rows;
    if (!stored || stored.message === null || stored.data === null) throw otherwise;
    if (!stored.digest.equals(used.digest)) {
      const message = 'was used before, for a different request; use a new key for each write';
      throw fieldRefusal(422, [{ field: 'Idempotency-Key', message }]);
    }
    return { message: stored.message, data: new RawJson(stored.data) };
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
