import type { ApprovalRules } from '#contract/approvals.ts';
import type { AuditPerson } from '#contract/audit.ts';
import type { JournalKind, WriteNote } from '#contract/operations.ts';
import type { WaitingRequest } from '../approvals/requests.ts';

/** A write that a browser asks for. */
export interface Intent {
  owner: string;
  key: string;
  kind: JournalKind;
  /** Who asks, as the audit log names them. */
  actor: AuditPerson;
  target: Record<string, string>;
  note: WriteNote;
  /** The request's body without bank details. */
  body: Record<string, unknown> | null;
  /** All that must be equal in a repeat under the same key. */
  content: string;
  /** Equal for the same loan; null for other writes. */
  identity: string | null;
  /** The entry that the person has seen and still asks for the same loan. */
  sameAs: string | null;
  accessToken: string;
  /** The creditor that the access token lends for; null if it is none's. */
  creditor: string | null;
  requestId: string;
}

/** What is to be done about a write. */
export type Begun =
  /** Its entry is recorded: nothing else sends it. */
  | { kind: 'send'; entry: string }
  /** Its key was used before for the same request. */
  | { kind: 'repeat'; entry: string }
  /** Its key was used before for another request. */
  | { kind: 'reused' }
  /** Another entry asked for the same loan, in the name of `who`. */
  | { kind: 'same-loan'; entry: string; who: string };

/** One attempt at a recorded write: a later one has another request id. */
export interface Sent {
  owner: string;
  entry: string;
  requestId: string;
}

/** Why a loan needs approval, null if it doesn't, and the rules that it was judged by. */
export interface Judged {
  need: Pick<WaitingRequest, 'because' | 'loan'> | null;
  rules: ApprovalRules;
}
