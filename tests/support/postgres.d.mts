export function ensurePostgres(): Promise<{ url: string; stop: () => Promise<void> } | { skipped: string }>;
export interface KillablePostgres {
  /** The address of its database `postgres`. */
  url: string;
  /** As `kill -9` does. */
  kill(): Promise<void>;
  /** Starts it again on what it left. */
  start(): Promise<void>;
  /** Ends it, and takes its folder away. */
  stop(): Promise<void>;
}
export function startKillablePostgres(): Promise<KillablePostgres | null>;
export function hasPostgres(): boolean;
