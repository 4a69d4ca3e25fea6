import { contract, type Reply } from '#contract/contract.ts';
import type { JournalKind } from '#contract/operations.ts';
import { type Drift, readAs, type Seen } from '#contract/reading.ts';
import { countDrift } from '../drift.ts';

export type WriteReply<K extends JournalKind> = Seen<Reply<K>>;

/** Reads the `data` of a write's success; undefined if nothing of it can be used. */
export function readReply<K extends JournalKind>(
  kind: K,
  data: unknown,
  report?: (drift: Drift) => void,
): WriteReply<K> | undefined {
  return readAs(contract[kind].reply, data, report) as WriteReply<K> | undefined;
}

/** Reads the answer of the service itself, and counts how it differs from the interface. */
export function readFreshReply<K extends JournalKind>(kind: K, data: unknown): WriteReply<K> | undefined {
  const drift: Drift[] = [];
  const reply = readReply(kind, data, (difference) => drift.push(difference));
  countDrift(kind, drift);
  return reply;
}
