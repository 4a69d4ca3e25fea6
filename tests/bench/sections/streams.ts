import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cancellationEvent, cancelledOrder, signedHeaders } from '#tests/support/order-event.ts';
import { openShortLivedPool } from '#tests/support/short-lived-pool.ts';
import { CRESTLINE, type Desk, signInto } from '../desk.ts';
import { type Machines, startMachines } from '../machines.ts';
import { median, ms, quantile, spread } from '../numbers.ts';
import { type OpenStreams, openStreams } from '../open-streams.ts';
import { aside, atMost, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';

const DESKS = 2_000;
const GATEWAYS = 2;
/** Streams of one session at each gateway: the most that it may have. */
const OF_EACH = 10;

const SECRET = `whsec_${Buffer.alloc(32, 'bench').toString('base64')}`;

/** Event streams of 2,000 desks at two gateways: their memory, and how soon an event has reached all. */
export async function streams(stage: Stage): Promise<Measured> {
  const title = `Event streams of ${DESKS} desks at ${GATEWAYS} gateways`;
  const postgres = await stage.postgres();
  if (!postgres) return { title, lines: [], skipped: 'no PostgreSQL server is installed here' };
  const databaseUrl = await postgres.createDatabase('streams');
  const machines = await startMachines(stage, databaseUrl, GATEWAYS, { WEBHOOK_IN_SECRET: SECRET });
  const desks = await signInAll(machines, DESKS / GATEWAYS / OF_EACH);
  const organisation = await organisationIn(databaseUrl);
  const before = memoryOf(machines);
  const open = await openStreams(desks, OF_EACH);
  const perStream = before.map(
    (kilobytes, nth) => ((memoryOf(machines)[nth] ?? 0) - kilobytes) / (DESKS / GATEWAYS),
  );
  const slowest: number[] = [];
  const middle: number[] = [];
  for (let round = 0; round < stage.rounds(5); round++) {
    const delays = await tellAll(machines, open, organisation, round % GATEWAYS);
    slowest.push(Math.max(...delays));
    middle.push(quantile(delays, 0.5));
  }
  open.close();
  return {
    title,
    lines: [
      atMost(Math.max(...slowest), 2_000, {
        what: 'an event has reached all, the slowest round',
        figure: ms(Math.max(...slowest)),
        spread: spread(slowest),
        bar: 'at most 2,000 ms',
      }),
      aside('half of them', ms(median(middle)), spread(middle)),
      ...(perStream.length > 0
        ? [aside('memory a stream', `${median(perStream).toFixed(0)} KB`, spread(perStream))]
        : []),
    ],
  };
}

/** Signs in so many sessions; each is one at every gateway. */
async function signInAll({ desks }: Machines, count: number): Promise<Desk[]> {
  const [first] = desks;
  if (!first) return [];
  const all: Desk[] = [];
  for (let nth = 0; nth < count; nth++) {
    const signedIn = await signInto(first.address, CRESTLINE);
    all.push(...desks.map(({ address }) => ({ ...signedIn, address })));
  }
  return all;
}

/** Delivers a webhook to one gateway; returns after how long each stream of all gateways showed its event. */
async function tellAll(
  { desks }: Machines,
  open: OpenStreams,
  organisation: string,
  nth: number,
): Promise<number[]> {
  const order = `bench-${randomUUID()}`;
  const at = new Date();
  const id = `evt_${randomUUID()}`;
  const body = cancellationEvent({ order: cancelledOrder(order, at), member: 'm', organisation }, at);
  const seen = open.untilAllSaw(order);
  const answer = await fetch(`${desks[nth]?.address}/webhooks`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...signedHeaders(SECRET, id, body, at) },
  });
  if (!answer.ok) throw new Error(`The webhook was answered with ${answer.status}: ${await answer.text()}`);
  return await seen;
}

async function organisationIn(databaseUrl: string): Promise<string> {
  const pool = openShortLivedPool(databaseUrl, 1);
  const { rows } = await pool
    .query<{ id: string }>("select id from service.organisation where name = 'Crestline'")
    .finally(() => pool.end());
  return rows[0]?.id ?? '';
}

/** The memory of each gateway in kilobytes; none where the system isn't Linux. */
function memoryOf({ parts }: Machines): number[] {
  if (process.platform !== 'linux') return [];
  return (parts.gateway ?? []).map((pid) =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
  );
}
