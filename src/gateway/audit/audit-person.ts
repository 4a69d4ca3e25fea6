import type { AuditPerson } from '#contract/audit.ts';
import type { Session } from '../session/session.ts';

/** The person of a session as the audit log names them. */
export function auditPersonOf({ id, person }: Session): AuditPerson {
  const { subject, name, verified } = person;
  return { person: person.id, name, subject, verified, session: id };
}
