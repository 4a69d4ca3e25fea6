import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { NewId } from './ids.ts';

/** What the service depends on; the clock gives milliseconds since 1970. */
export interface ServiceContext {
  db: Pool;
  clock: () => number;
  newId: NewId;
  /** The IANA time zone in which repayment dates are reckoned and written (docs/decisions.md, row 6). */
  timeZone: string;
  log: Logger;
  /** Called after a commit that left an event in the outbox. */
  onEvent: () => void;
}

/** The API client that an access token stands for. */
export interface Client {
  id: string;
  organisationId: string;
  creditorId: string | null;
}
