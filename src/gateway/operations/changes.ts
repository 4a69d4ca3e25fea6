import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { type OperationChange, operationChange } from '#contract/runs.ts';
import { tellOtherGateways } from '../events/hear-others.ts';

/** The PostgreSQL channel that gateways of one database share for changed entries and runs. */
export const CHANGE_CHANNEL = 'desk_change';

/** News of entries and runs, for every browser of the organisation at every gateway. */
export interface Changes {
  /** Announces that an entry or a run of an owner changed. Never throws: readers also ask from time to time. */
  publish(owner: string, change: OperationChange): void;
  /** Calls back for each change of an owner from now on; returns a function that ends it. */
  subscribe(owner: string, onChange: (change: OperationChange) => void): () => void;
  /** Takes what another gateway announced. */
  hear(payload: string): Promise<void>;
}

const announcement = z.object({ owner: z.string(), change: operationChange });

export function createChanges(pool: Pool): Changes {
  const listeners = new Map<string, Set<(change: OperationChange) => void>>();
  const tell = (owner: string, change: OperationChange) => {
    for (const listener of listeners.get(owner) ?? []) listener(change);
  };
  return {
    publish(owner, change) {
      tell(owner, change);
      void tellOtherGateways(pool, CHANGE_CHANNEL, JSON.stringify({ owner, change }));
    },
    subscribe(owner, onChange) {
      const own = listeners.get(owner) ?? new Set();
      listeners.set(owner, own.add(onChange));
      return () => {
        own.delete(onChange);
        if (own.size === 0) listeners.delete(owner);
      };
    },
    async hear(payload) {
      const { owner, change } = z.parse(announcement, JSON.parse(payload));
      tell(owner, change);
    },
  };
}
