import type { AuditTarget } from '#contract/audit.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { type GatewayContext, type GatewayOptions, signedIn } from '../http/context.ts';
import { GatewayFailure } from '../http/failures.ts';
import { auditPersonOf } from './audit-person.ts';

/** Records an export before it is made. Throws a 503 GatewayFailure if it can't. */
export async function recordExport(
  c: GatewayContext,
  { audit, log }: Pick<GatewayOptions, 'audit' | 'log'>,
  target: AuditTarget,
  details: Record<string, unknown>,
): Promise<void> {
  const session = signedIn(c);
  const who = auditPersonOf(session);
  const requestId = c.get('requestId');
  try {
    await audit.append([{ owner: session.owner, action: 'export', who, target, requestId, details }]);
  } catch (error) {
    log.error({ err: error, requestId }, 'an export could not be recorded');
    const message = 'The export could not be recorded, so nothing was exported. Try again in a moment.';
    throw new GatewayFailure(503, GATEWAY_CODES.journalUnavailable, message, { 'retry-after': '5' });
  }
}
