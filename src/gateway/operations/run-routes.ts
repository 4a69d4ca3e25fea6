import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { RUN_ACTIONS, type Run } from '#contract/runs.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { auditPersonOf } from '../audit/audit-person.ts';
import { recordExport } from '../audit/record-first.ts';
import { whileSignedIn } from '../audit/while-signed-in.ts';
import {
  type Environment,
  type GatewayContext,
  type GatewayOptions,
  noSuch,
  requireJson,
  signedIn,
  signedInHolder,
} from '../http/context.ts';
import { GatewayFailure, journalUnavailable } from '../http/failures.ts';
import type { Session } from '../session/session.ts';
import type { Actor } from './run-actions.ts';
import { runReport } from './run-report.ts';
import {
  MAX_RUN_BYTES,
  readAgainRequest,
  readLinesQuery,
  readRunId,
  readRunPageQuery,
  readRunRequest,
} from './run-requests.ts';

/** The lines of a report that are read at once. */
const REPORT_LINES = 1_000;

/** Adds runs to the gateway: creating, reading and controlling them. */
export function runRoutes(app: Hono<Environment>, options: GatewayOptions): void {
  const { runs, runWorker, changes } = options.operations;
  const { log } = options;

  app.get('/runs', async (c) => {
    const { owner } = signedIn(c);
    const { q, before, limit } = readRunPageQuery(new URL(c.req.url).searchParams);
    const data = await runs.page(owner, q, before, limit);
    return c.json({ status: 'success', message: 'Runs.', data });
  });
  app.put(
    '/runs/:id',
    bodyLimit({
      maxSize: MAX_RUN_BYTES,
      onError: () => {
        const message = `The body is larger than the ${MAX_RUN_BYTES} bytes that are accepted.`;
        throw new GatewayFailure(413, GATEWAY_CODES.tooLarge, message, { connection: 'close' });
      },
    }),
    async (c) => {
      const session = signedInHolder(c);
      requireJson(c);
      const id = readRunId(c.req.param('id'));
      if (id === null) {
        throw new GatewayFailure(400, GATEWAY_CODES.malformed, "The run's ID must be a UUID.");
      }
      const request = readRunRequest(await c.req.text());
      return created(c, session, await stored(() => runs.create(actorOf(c, session), id, request)));
    },
  );
  app.get('/runs/:id', async (c) => {
    const { owner } = signedIn(c);
    return c.json({ status: 'success', message: 'Run.', data: found(await runs.read(owner, idOf(c))) });
  });
  app.get('/runs/:id/lines', async (c) => {
    const { owner } = signedIn(c);
    const { after, outcome, limit } = readLinesQuery(new URL(c.req.url).searchParams);
    const data = found(await runs.lines(owner, idOf(c), after, outcome, limit));
    return c.json({ status: 'success', message: 'Lines.', data });
  });
  app.get('/runs/:id/report.csv', async (c) => {
    const { owner } = signedIn(c);
    const run = found(await runs.read(owner, idOf(c)));
    await recordExport(c, options, { list: 'run', run: run.id }, { rows: run.counts.total });
    const next = whileSignedIn(
      c,
      options,
      async (after: number) => await runs.reportLines(owner, run.id, after, REPORT_LINES),
    );
    return c.body(runReport(run, next), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="run ${run.createdAt.slice(0, 10)} ${run.id}.csv"`,
    });
  });
  for (const action of RUN_ACTIONS) {
    app.post(`/runs/:id/${action}`, async (c) => {
      const session = signedInHolder(c);
      const id = idOf(c);
      const run = found(await stored(() => runs.act(actorOf(c, session), id, action)));
      return changed(c, session, run, 200);
    });
  }
  app.post('/runs/:id/again', async (c) => {
    const session = signedInHolder(c);
    requireJson(c);
    const id = idOf(c);
    const next = readAgainRequest(await c.req.text());
    return created(c, session, found(await stored(() => runs.again(actorOf(c, session), id, next))));
  });

  function created(c: GatewayContext, session: Session, { run, isNew }: { run: Run; isNew: boolean }) {
    return changed(c, session, run, isNew ? 201 : 200);
  }

  function changed(c: GatewayContext, session: Session, run: Run, status: 200 | 201): Response {
    runWorker.wake();
    changes.publish(session.owner, { run: run.id, ...(run.approval && { approval: run.approval }) });
    return c.json({ status: 'success', message: 'Run.', data: run }, status);
  }

  /** Throws a 503 GatewayFailure if the store can't be used: every one of these requests is safe to repeat. */
  async function stored<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof GatewayFailure) throw error;
      log.error({ err: error }, 'a run could not be recorded');
      const message = 'The run could not be recorded. Try again in a moment.';
      throw journalUnavailable(message);
    }
  }
}

/** The id of the path. An id of any other form names no run. */
function idOf(c: GatewayContext): string {
  return found(readRunId(c.req.param('id') ?? ''));
}

/** Throws a 404 GatewayFailure, the same for a run of another organisation as for one that doesn't exist. */
function found<T>(value: T | null): T {
  if (value !== null) return value;
  throw noSuch('run');
}

function actorOf(c: GatewayContext, session: Session): Actor {
  const { owner, label, creditor, person, accessToken } = session;
  const organisation = creditor?.name ?? label;
  return {
    owner,
    who: person.name,
    organisation,
    accessToken,
    actor: auditPersonOf(session),
    requestId: c.get('requestId'),
  };
}
