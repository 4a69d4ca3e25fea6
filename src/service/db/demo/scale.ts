import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#server/db/transaction.ts';
import { type Command, readOptions, type Say, UsageError } from '#service/commands/command.ts';
import { readServiceConfig } from '#service/config.ts';
import { type Day, dayOf } from './day.ts';
import { analyze, insertTerms } from './load.ts';
import { LOAN_SIZES } from './loans.ts';
import { customerName, ISSUERS, plain, REASONS } from './names.ts';
import { CRESTLINE, type Currency } from './plans.ts';
import { createRandom } from './random.ts';
import * as statements from './scale-sql.ts';
import { INSTRUMENTS, PRICE_LEVEL } from './tokens.ts';

const BAOBAB = {
  key: 'baobab',
  name: 'Baobab',
  accessToken: 'pledge_demo_scale',
  creditorName: 'Baobab Lending',
  configuration: { ...CRESTLINE.configuration, collateralRatio: 0.65 },
};

const COUNTS = { customers: 0, transactions: 0, loans: 0, tokens: 0, members: 1_000 };
type Counts = typeof COUNTS;

const USAGE = `Usage: npm run demo:scale -- --customers 100000 --transactions 1000000 --loans 100000 --tokens 10000
       [--members 1000]   (whole numbers; what is not named is 0)`;

/** About so many rows are made by one statement. */
const BATCH = 100_000;

/** Statements that take long by their nature: no limit, room to sort, and no time spent on compiling them. */
const UNHURRIED = "set local statement_timeout = 0; set local work_mem = '64MB'; set local jit = off";

/** Loads a third demo organisation of any size, made up inside the database; all or nothing. */
export const demoScale: Command<Counts> = {
  usage: USAGE,
  read: readCounts,
  run: async ({ pool }, counts, say) => await load(pool, counts, say),
};

async function load(pool: Pool, counts: Counts, say: Say): Promise<void> {
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  await inTransaction(pool, async (client) => {
    await client.query(UNHURRIED);
    await client.query('lock table service.organisation in share row exclusive mode');
    await refuseWhereUnwelcome(client);
    await fill(client, counts, dayOf(Date.now()), (line) => say(`${seconds()} s  ${line}`));
  });
  await inTransaction(pool, async (client) => {
    await client.query(UNHURRIED);
    await analyze(client);
  });
  say(`Loaded ${BAOBAB.name} in ${seconds()} s. Its access token:`);
  say(BAOBAB.accessToken);
}

function readCounts(args: string[]): Counts {
  const counts = { ...COUNTS };
  const names = Object.keys(COUNTS) as (keyof Counts)[];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const values: Record<string, unknown> = readOptions(args, options);
  for (const name of names) {
    const text = values[name];
    if (text === undefined) continue;
    if (typeof text !== 'string' || !/^\d{1,9}$/.test(text)) {
      throw new UsageError(`--${name} must be a whole number from 0 to 999999999, not "${text}".`);
    }
    counts[name] = Number(text);
  }
  need(counts, 'loans', 'tokens');
  need(counts, 'loans', 'members');
  need(counts, 'transactions', 'tokens');
  need(counts, 'transactions', 'customers');
  return counts;
}

function need(counts: Counts, what: keyof Counts, other: keyof Counts): void {
  if (counts[what] > 0 && counts[other] === 0) {
    throw new UsageError(`--${what} needs --${other} above 0.`);
  }
}

async function refuseWhereUnwelcome(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string; demo: boolean }>(
    'select name, demo from service.organisation',
  );
  if (rows.some((row) => !row.demo)) {
    throw new UsageError(
      'This database holds organisations that are no demo: demo data are not added to them.',
    );
  }
  if (rows.some((row) => row.name === BAOBAB.name)) {
    throw new UsageError(
      `${BAOBAB.name} is already loaded. Begin with an empty database to load another size.`,
    );
  }
}

async function fill(
  client: PoolClient,
  counts: Counts,
  day: Day,
  say: (line: string) => void,
): Promise<void> {
  const made = await insertTerms(client, BAOBAB, day);
  const values = JSON.stringify({ ...sources(day), ...counts, ...ids(made) });
  const run = async (sql: string, ...more: number[]) =>
    (await client.query(sql, [values, ...more])).rowCount ?? 0;

  say(`${await run(statements.INSERT_TOKENS)} tokens`);
  say(`${await run(statements.INSERT_MEMBERS)} members`);

  await run(statements.MAKE_PLEDGEABLE);
  await client.query('analyze demo_pledgeable');
  for (let first = 1; first <= counts.loans; first += BATCH) {
    const last = Math.min(first + BATCH - 1, counts.loans);
    await run(statements.INSERT_LOANS, first, last);
    say(`${last} loans`);
  }
  if (counts.loans > 0) await run(statements.COUNT_LOANS);

  await run(statements.MAKE_CUSTOMERS);
  await run(statements.MAKE_TRADABLE);
  await client.query('analyze demo_customer, demo_tradable');
  say(`${await run(statements.INSERT_CUSTOMERS)} customers`);
  let loaded = 0;
  for (const [first, last] of customerRanges(counts)) {
    loaded += await run(statements.INSERT_TRANSACTIONS, first, last);
    say(`${loaded} transactions`);
  }
}

/** Ranges of customers with about a batch of trades each: their number goes by the root of the customer's. */
function customerRanges({ customers, transactions }: Counts): [number, number][] {
  const batches = transactions === 0 ? 0 : Math.ceil(transactions / BATCH);
  const border = (index: number) => Math.floor(customers * (index / batches) ** 2);
  return Array.from({ length: batches }, (_, index) => [border(index) + 1, border(index + 1)]);
}

function ids({ organisationId, creditorId, configurationId }: Awaited<ReturnType<typeof insertTerms>>) {
  return { organisation: organisationId, creditor: creditorId, configuration: configurationId };
}

/** What the statements pick from. */
function sources(day: Day) {
  const random = createRandom('baobab/people');
  const people = Array.from({ length: 400 }, () => customerName(random));
  const names = (list: string[]) => [...new Set(list)].map((name) => ({ name, plain: plain(name) }));
  return {
    day: day.before(0),
    signedUp: day.before(1_000),
    timeZone: readServiceConfig(process.env).timeZone,
    first: names(people.map(({ first }) => first)),
    last: names(people.map(({ last }) => last)),
    issuers: ISSUERS.map((name) => ({ name, folded: name.toLowerCase() })),
    instruments: INSTRUMENTS,
    currencies: (Object.keys(PRICE_LEVEL) as Currency[]).map((code) => ({ code, level: PRICE_LEVEL[code] })),
    sizes: LOAN_SIZES,
    reasons: REASONS,
    categories: BAOBAB.configuration.categories,
    ratio: BAOBAB.configuration.collateralRatio,
    grace: BAOBAB.configuration.gracePeriod,
  };
}
