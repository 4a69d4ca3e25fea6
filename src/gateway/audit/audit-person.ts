import type { AuditPerson } from '#contract/audit.ts';
import type { Session } from '../session/session.ts';

/** The holder of a session as the audit log names them. */
export function auditPersonOf({ id, label }: Session): AuditPerson {
  return { person: null, name: label, subject: null, verified: false, session: id };
}
