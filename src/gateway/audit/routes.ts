import type { Hono } from 'hono';
import {
  type AuditFilter,
  auditExportQuery,
  auditQuery,
  DEFAULT_AUDIT_LIMIT,
  exportRequest,
} from '#contract/audit.ts';
import { isPermitted } from '#contract/permissions.ts';
import {
  type Environment,
  type GatewayOptions,
  requireJson,
  signedIn,
  signedInHolder,
} from '../http/context.ts';
import { permissionRequired } from '../http/failures.ts';
import { readJsonBody, readQuery } from '../operations/requests.ts';
import type { Session } from '../session/session.ts';
import { auditCsv, readerOf } from './audit-csv.ts';
import { recordExport } from './record-first.ts';
import { whileSignedIn } from './while-signed-in.ts';

/** Adds the audit log to the gateway: its pages, its export, and the record of what pages export. */
export function auditRoutes(app: Hono<Environment>, options: GatewayOptions): void {
  const { audit, clock } = options;
  app.get('/desk/log', async (c) => {
    const session = signedIn(c);
    const { before, limit, ...filter } = readQuery(auditQuery, new URL(c.req.url).searchParams);
    const data = await audit.page(
      session.owner,
      ownOf(session, filter),
      before ?? null,
      limit ?? DEFAULT_AUDIT_LIMIT,
    );
    return c.json({ status: 'success', message: 'Audit log.', data });
  });
  app.get('/desk/log.csv', async (c) => {
    const session = signedIn(c);
    const { owner } = session;
    const { search, searchParams } = new URL(c.req.url);
    const filter = ownOf(session, readQuery(auditExportQuery, searchParams));
    const end = await audit.last(owner);
    const rows = await audit.count(owner, filter, end.number);
    await recordExport(
      c,
      options,
      { list: 'audit log' },
      { rows, filter: search, lastNumber: end.number, lastHash: end.hash },
    );
    const day = new Date(clock()).toISOString().slice(0, 10);
    const read = whileSignedIn(c, options, readerOf(audit, owner, filter, end.number));
    return c.body(auditCsv(read, end), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="audit log ${day}.csv"`,
    });
  });
  app.post('/desk/exports', async (c) => {
    signedInHolder(c);
    requireJson(c);
    const { list, rows, filter = '' } = readJsonBody(await c.req.text(), exportRequest);
    await recordExport(c, options, { list }, { rows, filter });
    return c.json({ status: 'success', message: 'Recorded.', data: { list, rows, filter } });
  });
}

/** A filter, narrowed to a person's own entries unless they may see everyone's. Throws a 403 GatewayFailure. */
function ownOf({ roles, person }: Session, filter: AuditFilter): AuditFilter {
  if (isPermitted(roles, 'see-all-activity')) return filter;
  if (filter.person && filter.person !== person.id) throw permissionRequired('see-all-activity');
  return { ...filter, person: person.id };
}
