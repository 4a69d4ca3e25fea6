import { callInTurn, type Target, throughput } from '../callers.ts';
import { CRESTLINE } from '../desk.ts';
import { interleave, median, ms, ratioTo, spread } from '../numbers.ts';
import { aside, atLeast, atMost, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';
import { startServiceOn } from '../start-service.ts';

const PATH = '/v1/api/creditor/credit/loans?page=1&limit=10';

/** What the gateway adds to the service: both in processes of their own, over PostgreSQL with the demo data. */
export async function gateway(stage: Stage): Promise<Measured> {
  const title = 'Gateway in front of the service: a page of ten loans';
  const postgres = await stage.postgres();
  if (!postgres) return { title, lines: [], skipped: 'no PostgreSQL server is installed here' };
  const databaseUrl = await postgres.createDatabase('gateway');
  const origin = await startServiceOn(stage, databaseUrl);
  const desk = await stage.desk({ SERVICE_URL: origin, DATABASE_URL: databaseUrl }, CRESTLINE);
  const direct: Target = { origin, headers: { authorization: `Bearer ${CRESTLINE}` } };
  const through: Target = { origin: desk.address, headers: { cookie: desk.cookie } };

  const read = async (target: Target) => median(await callInTurn(target, Array(150).fill({ path: PATH })));
  const latency = await interleave(stage.rounds(7), {
    through: () => read(through),
    direct: () => read(direct),
  });
  const added = latency.through.map((value, round) => value - (latency.direct[round] as number));
  const answers = await interleave(stage.rounds(5), {
    through: () => throughput(through, PATH),
    direct: () => throughput(direct, PATH),
  });
  const { ratio, spread: ratios } = ratioTo(answers.through, answers.direct);
  return {
    title,
    lines: [
      atMost(median(added), 1, {
        what: 'added at the median',
        figure: ms(median(added)),
        spread: spread(added, 2),
        bar: 'at most 1 ms',
      }),
      aside('the service by itself', ms(median(latency.direct)), spread(latency.direct, 2)),
      atLeast(ratio, 0.6, {
        what: 'throughput against the service by itself',
        figure: `${ratio.toFixed(2)} ×`,
        spread: ratios,
        bar: 'at least 0.60 ×',
      }),
      aside('the service by itself', `${median(answers.direct).toFixed(0)} /s`, spread(answers.direct)),
    ],
  };
}
