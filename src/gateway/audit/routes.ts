import type { Hono } from 'hono';
import {
  type AuditFilter,
  auditExportQuery,
  auditQuery,
  DEFAULT_AUDIT_LIMIT,
  exportRequest,
} from '#contract/audit.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import {
  type Environment,
  type GatewayContext,
  type GatewayOptions,
  requireJson,
  signedIn,
  signedInHolder,
} from '../http/context.ts';
import { GatewayFailure } from '../http/failures.ts';
import { readJsonBody, readQuery } from '../operations/requests.ts';
import { auditCsv, readerOf } from './audit-csv.ts';
import { auditPersonOf } from './audit-person.ts';

/** Adds the audit log to the gateway: its pages, its export, and the record of what pages export. */
export function auditRoutes(app: Hono<Environment>, { audit, clock, log }: GatewayOptions): void {
  app.get('/desk/log', async (c) => {
    const { owner } = signedIn(c);
    const { before, limit, ...filter } = readQuery(auditQuery, new URL(c.req.url).searchParams);
    const data = await audit.page(owner, filter, before ?? null, limit ?? DEFAULT_AUDIT_LIMIT);
    return c.json({ status: 'success', message: 'Audit log.', data });
  });
  app.get('/desk/log.csv', async (c) => {
    const { owner } = signedIn(c);
    const { search, searchParams } = new URL(c.req.url);
    const filter: AuditFilter = readQuery(auditExportQuery, searchParams);
    const end = await audit.last(owner);
    const rows = await audit.count(owner, filter, end.number);
    await recordExport(c, 'Audit log', { rows, filter: search, lastNumber: end.number, lastHash: end.hash });
    const day = new Date(clock()).toISOString().slice(0, 10);
    return c.body(auditCsv(readerOf(audit, owner, filter, end.number), end), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="audit log ${day}.csv"`,
    });
  });
  app.post('/desk/exports', async (c) => {
    signedInHolder(c);
    requireJson(c);
    const { list, rows, filter = '' } = readJsonBody(await c.req.text(), exportRequest);
    await recordExport(c, list, { rows, filter });
    return c.json({ status: 'success', message: 'Recorded.' });
  });

  /** Records an export before it is made. Throws a 503 GatewayFailure if it can't. */
  async function recordExport(c: GatewayContext, list: string, details: Record<string, unknown>) {
    const session = signedIn(c);
    const who = auditPersonOf(session);
    const requestId = c.get('requestId');
    try {
      await audit.append([
        { owner: session.owner, action: 'export', who, target: { list }, requestId, details },
      ]);
    } catch (error) {
      log.error({ err: error, requestId }, 'an export could not be recorded');
      const message = 'The export could not be recorded, so nothing was exported. Try again in a moment.';
      throw new GatewayFailure(503, GATEWAY_CODES.journalUnavailable, message, { 'retry-after': '5' });
    }
  }
}
