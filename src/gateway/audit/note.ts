import type { GatewayContext, GatewayOptions } from '../http/context.ts';
import type { Session } from '../session/session.ts';
import type { AuditItem } from './audit-log.ts';
import { auditPersonOf } from './audit-person.ts';

/** Records what a person did with a request; if that fails, logs it. Never throws. */
export async function note(
  c: GatewayContext,
  { audit, log }: Pick<GatewayOptions, 'audit' | 'log'>,
  session: Session,
  item: Pick<AuditItem, 'action' | 'target' | 'details' | 'result'>,
): Promise<void> {
  const requestId = c.get('requestId');
  const who = auditPersonOf(session);
  try {
    await audit.append([{ owner: session.owner, who, requestId, ...item }]);
  } catch (error) {
    log.error({ err: error, requestId, ...item }, 'an action could not be recorded');
  }
}
