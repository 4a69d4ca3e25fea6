import { callInTurn, type Target, throughput } from '../callers.ts';
import { SCALE_TOKEN } from '../large-data.ts';
import { interleave, median, ms, quantile, ratioTo, spread } from '../numbers.ts';
import { startQueryServer } from '../recorded-sql.ts';
import { aside, atLeast, atMost, type Line, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';
import { startServiceOn } from '../start-service.ts';

const pageOfLoans = (page: number) => `/v1/api/creditor/credit/loans?page=${page}&limit=10`;
const WORDS = ['bond', 'treasury bill', 'alpha', 'series 3', 'zz', 'fund', 'a', 'note series 12'];

/** What the service's answers cost on PostgreSQL with a million loans and a million transactions. */
export async function service(stage: Stage): Promise<Measured> {
  const title =
    'Service on PostgreSQL: 1,000,000 loans, 1,000,000 transactions, 100,000 customers, 10,000 tokens';
  const large = await stage.largeData();
  if (!large) return { title, lines: [], skipped: 'no PostgreSQL server is installed here' };
  const headers = { authorization: `Bearer ${SCALE_TOKEN}` };
  const whole: Target = { origin: await startServiceOn(stage, large.whole), headers };
  const tenth: Target = { origin: await startServiceOn(stage, large.tenth), headers };
  const bare: Target = {
    origin: await startQueryServer(stage, large.whole, SCALE_TOKEN, [pageOfLoans(1)]),
    headers,
  };
  return {
    title,
    lines: [
      ...(await againstBare(stage, whole, bare)),
      ...(await deepPages(stage, whole)),
      await percentile(whole, 'token search among 10,000', 30, 200, (nth) => {
        const word = WORDS[nth % WORDS.length] ?? '';
        return `/v1/api/token/search?name=${encodeURIComponent(word)}&limit=10&page=${1 + (nth % 3)}`;
      }),
      await percentile(whole, '100,000 customers in one answer', 300, 20, () => '/v1/api/customers'),
      ...(await growth(stage, { tenth, whole })),
    ],
  };
}

async function againstBare(stage: Stage, own: Target, bare: Target): Promise<Line[]> {
  const answers = await interleave(stage.rounds(5), {
    own: () => throughput(own, pageOfLoans(1)),
    bare: () => throughput(bare, pageOfLoans(1)),
  });
  const { ratio, spread: ratios } = ratioTo(answers.own, answers.bare);
  const perSecond = (values: readonly number[]) => `${median(values).toFixed(0)} /s`;
  return [
    atLeast(ratio, 0.5, {
      what: 'loans page against a bare server with the same SQL',
      figure: `${ratio.toFixed(2)} ×`,
      spread: ratios,
      bar: 'at least 0.50 ×',
    }),
    aside('the service', perSecond(answers.own), spread(answers.own)),
    aside('the bare server', perSecond(answers.bare), spread(answers.bare)),
  ];
}

async function deepPages(stage: Stage, own: Target): Promise<Line[]> {
  const read = async (page: number) =>
    median(await callInTurn(own, Array(60).fill({ path: pageOfLoans(page) })));
  const times = await interleave(stage.rounds(5), { deep: () => read(10_000), first: () => read(1) });
  const { ratio, spread: ratios } = ratioTo(times.deep, times.first);
  return [
    atMost(ratio, 3, {
      what: 'page 10,000 against page 1',
      figure: `${ratio.toFixed(2)} ×`,
      spread: ratios,
      bar: 'at most 3 ×',
    }),
    aside('page 1', ms(median(times.first)), spread(times.first, 2)),
  ];
}

async function percentile(
  own: Target,
  what: string,
  bar: number,
  count: number,
  addressOf: (nth: number) => string,
): Promise<Line> {
  await callInTurn(own, [{ path: addressOf(0) }]);
  const times = await callInTurn(
    own,
    Array.from({ length: count }, (_, nth) => ({ path: addressOf(nth) })),
  );
  const p95 = quantile(times, 0.95);
  return atMost(p95, bar, {
    what: `${what}, p95 of ${count}`,
    figure: ms(p95),
    spread: spread(times, 1),
    bar: `at most ${bar} ms`,
  });
}

/** Ten times the data: a page costs the same, a whole array ten times as much, each with some room for noise. */
async function growth(stage: Stage, own: Record<'tenth' | 'whole', Target>): Promise<Line[]> {
  const email = await busiestCustomer(own.whole);
  const lists = [
    { what: 'loans page', path: pageOfLoans(1), bar: 1.5 },
    { what: 'tokens page', path: '/v1/api/tokens?limit=10', bar: 1.5 },
    { what: 'members page', path: '/v1/api/member?limit=10', bar: 1.5 },
    { what: 'transactions page', path: `/v1/api/customers/transactions?limit=10&email=${email}`, bar: 1.5 },
    { what: 'all customers', path: '/v1/api/customers', bar: 12, calls: 3 },
  ];
  const lines: Line[] = [];
  for (const { what, path, bar, calls = 40 } of lists) {
    const read = async (target: Target) => median(await callInTurn(target, Array(calls).fill({ path })));
    const times = await interleave(stage.rounds(5), {
      whole: () => read(own.whole),
      tenth: () => read(own.tenth),
    });
    const { ratio, spread: ratios } = ratioTo(times.whole, times.tenth);
    lines.push(
      atMost(ratio, bar, {
        what: `ten times the data: ${what}`,
        figure: `${ratio.toFixed(2)} × (${ms(median(times.tenth))})`,
        spread: ratios,
        bar: `at most ${bar} ×`,
      }),
    );
  }
  return lines;
}

async function busiestCustomer({ origin, headers }: Target): Promise<string> {
  const { data } = await (await fetch(`${origin}/v1/api/customers`, { headers })).json();
  const all = data as { _id: { email: string }; total_trades: number }[];
  const busiest = all.reduce((most, next) => (next.total_trades > most.total_trades ? next : most));
  return encodeURIComponent(busiest._id.email);
}
