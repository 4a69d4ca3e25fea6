import type { AuditTarget } from '#contract/audit.ts';
import { type GatewayContext, type GatewayOptions, signedIn } from '../http/context.ts';
import { journalUnavailable, noSession } from '../http/failures.ts';
import type { AuditItem } from './audit-log.ts';
import { auditPersonOf } from './audit-person.ts';

/**
 * Records what a person is about to see or export. `refusal` says what doesn't happen if that fails: `nothing was
 * exported`. Throws a 503 GatewayFailure then, and a 401 one if the session was ended while that was read.
 */
export async function recordFirst(
  c: GatewayContext,
  { audit, log, sessions }: Pick<GatewayOptions, 'audit' | 'log' | 'sessions'>,
  items: readonly Pick<AuditItem, 'action' | 'target' | 'details'>[],
  refusal: string,
): Promise<void> {
  const session = signedIn(c);
  if (!sessions.isOpen(session)) throw noSession();
  const who = auditPersonOf(session);
  const requestId = c.get('requestId');
  try {
    await audit.append(items.map((item) => ({ owner: session.owner, who, requestId, ...item })));
  } catch (error) {
    log.error({ err: error, requestId }, 'an action could not be recorded');
    const message = `This could not be recorded, so ${refusal}. Try again in a moment.`;
    throw journalUnavailable(message);
  }
}

/** Records an export before it is made; a HEAD request exports nothing. Throws a 503 GatewayFailure if it can't. */
export async function recordExport(
  c: GatewayContext,
  options: Pick<GatewayOptions, 'audit' | 'log' | 'sessions'>,
  target: AuditTarget,
  details: Record<string, unknown>,
): Promise<void> {
  if (c.req.method === 'HEAD') return;
  await recordFirst(c, options, [{ action: 'export', target, details }], 'nothing was exported');
}
