import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { Logger } from 'pino';
import { errorBody } from '#contract/errors.ts';
import { serviceDocument } from '#contract/openapi/service.ts';
import { clientAddress } from '#server/client-address.ts';
import { isDatabaseAway } from '#server/db/faults.ts';
import { CommitUnknown } from '#server/db/transaction.ts';
import { tryAgain } from '#server/db/try-again.ts';
import { isWritable } from '#server/db/writable.ts';
import { authenticate } from './auth.ts';
import { bindContract, type Environment } from './bind.ts';
import type { ServiceContext } from './context.ts';
import { listCustomers, listTransactions } from './customers/handler.ts';
import { createGuessLimit } from './guess-limit.ts';
import { answerHeaders } from './headers.ts';
import { createIds } from './ids.ts';
import { createLoan, getLoanConfiguration, listLoans } from './loans/handler.ts';
import { listMembers } from './members/handler.ts';
import { cancelOrder } from './orders/handler.ts';
import { createRateLimit } from './rate-limit.ts';
import { Refusal } from './refusal.ts';
import { getToken, listTokens, searchTokens } from './tokens/handler.ts';

type Optional = 'clock' | 'newId' | 'timeZone' | 'onEvent';

export interface ServiceOptions
  extends Omit<ServiceContext, Optional>,
    Partial<Pick<ServiceContext, Optional>> {
  /** The largest body taken, in bytes. */
  bodyLimit?: number;
  /** Requests a minute for each API client; 0, the default, is no limit. */
  requestsPerMinute?: number;
  /** Refused access tokens a minute from one address; 0, the default, is no limit. */
  refusalsPerMinute?: number;
  /** Whether a proxy in front is believed about request ids and addresses. */
  trustProxy?: boolean;
}

/**
 * Responds to a request, given the address that its connection comes from. A request without an address comes
 * from the gateway in this process.
 */
export type Service = (request: Request, remote?: string) => Promise<Response>;

/** The largest body taken where nothing else is set: fifty collateral lines need a tenth of it. */
const BODY_LIMIT = 64 * 1024;

/** The service: one function from request to answer, over a database. It never throws. */
export function createService(options: ServiceOptions): Service {
  const clock = options.clock ?? Date.now;
  const context: ServiceContext = {
    db: options.db,
    clock,
    newId: options.newId ?? createIds(clock),
    timeZone: options.timeZone ?? 'Africa/Lagos',
    log: options.log,
    onEvent: options.onEvent ?? (() => undefined),
  };
  const checkRate = createRateLimit(options.requestsPerMinute ?? 0, clock);
  const guesses = createGuessLimit(options.refusalsPerMinute ?? 0, clock);
  const trustProxy = options.trustProxy ?? false;
  const limit = options.bodyLimit ?? BODY_LIMIT;
  const app = new Hono<Environment>();

  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => refuse(c, wrongMethod(c.req.method, methods)),
    }),
  );
  const limitBody = bodyLimit({
    maxSize: limit,
    onError: () => {
      // The rest of the body isn't read, so nothing else can come by this connection.
      throw new Refusal(413, `The body is larger than the ${limit} bytes that are accepted.`, {
        connection: 'close',
      });
    },
  });
  // Only the body of a POST is read.
  app.use(async (c, next) => (c.req.method === 'POST' ? await limitBody(c, next) : await next()));
  app.get('/healthz', (c) => answer(c, { status: 'success', message: 'Alive.' }));
  app.get('/readyz', async (c) => {
    if (await isWritable(context.db)) return answer(c, { status: 'success', message: 'Ready.' });
    return refuse(c, new Refusal(503, NOT_READY, { 'retry-after': '2' }));
  });
  const document = serviceDocument();
  app.get('/openapi.json', (c) => answer(c, document));

  bindContract(
    app,
    {
      createLoan,
      listLoans,
      getLoanConfiguration,
      cancelOrder,
      listMembers,
      listTokens,
      searchTokens,
      getToken,
      listCustomers,
      listTransactions,
    },
    {
      context,
      authenticate: async (request, remote) => {
        const header = request.headers.get('authorization');
        const address = clientAddress(request, remote, trustProxy && remote !== undefined);
        const client = await guesses.guard(address, header, () =>
          tryAgain(() => authenticate(context.db, header)),
        );
        checkRate(client.id);
        return client;
      },
    },
  );
  app.notFound((c) => refuse(c, new Refusal(404, 'There is no such address in this service.')));
  app.onError((error, c) => {
    const log = context.log.child({ requestId: c.env.requestId });
    if (!c.req.raw.signal.aborted) return answerError(c, error, log);
    log.info('the caller gave up');
    return refuse(c, new Refusal(400, 'The request was broken off.'));
  });
  return async (request, remote) => {
    // A stranger's id could pass for that of another request in the log.
    const given = trustProxy || remote === undefined ? request.headers.get('x-request-id') : null;
    const run = async (requestId: string) => await app.fetch(request, { requestId, remote });
    return await withRequestId(request, given ?? '', context, run);
  };
}

/** Runs a request under its id: the given one if it has the right form, otherwise a new one. Logs the request. */
async function withRequestId(
  request: Request,
  given: string,
  context: ServiceContext,
  run: (requestId: string) => Promise<Response>,
): Promise<Response> {
  const requestId = /^[\w.-]{8,64}$/.test(given) ? given : context.newId();
  const started = performance.now();
  const response = await run(requestId);
  const { pathname } = new URL(request.url);
  if (pathname !== '/healthz' && pathname !== '/readyz') {
    const ms = Math.round((performance.now() - started) * 10) / 10;
    context.log.info(
      { requestId, method: request.method, path: pathname, status: response.status, ms },
      'request',
    );
  }
  return response;
}

const NOT_READY = 'The service is not ready. Try again in a moment.';
const COMMIT_UNKNOWN =
  'The database broke off before it confirmed this, so it may have been carried out. A repeat is safe with the same Idempotency-Key.';

function answerError(c: Context<Environment>, error: unknown, log: Logger): Response {
  if (error instanceof Refusal) return refuse(c, error);
  if (isDatabaseAway(error)) {
    log.error({ failure: loggable(error) }, 'the database does not answer');
    const message = error instanceof CommitUnknown ? COMMIT_UNKNOWN : NOT_READY;
    return refuse(c, new Refusal(503, message, { 'retry-after': '2' }));
  }
  log.error({ failure: loggable(error) }, 'a request failed');
  return refuse(c, new Refusal(500, 'The service failed. Nothing is known to be wrong with the request.'));
}

/**
 * What the log may know of a failure. The values of a statement stay out of it (an account number may be among
 * them): PostgreSQL writes them into `detail`.
 */
function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name: type, message, code, constraint }: Error & { code?: unknown; constraint?: unknown } = error;
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { type, message, code, constraint, stack };
}

function answer(c: Context<Environment>, body: object): Response {
  return new Response(JSON.stringify(body), { headers: answerHeaders(c.env.requestId) });
}

function refuse(c: Context<Environment>, refusal: Refusal): Response {
  return new Response(JSON.stringify(errorBody(refusal.message)), {
    status: refusal.status,
    headers: answerHeaders(c.env.requestId, refusal.headers),
  });
}

function wrongMethod(method: string, allowed: string[]): Refusal {
  const allow = allowed.join(', ');
  return new Refusal(405, `${method} is not allowed here, only ${allow}.`, { allow });
}
