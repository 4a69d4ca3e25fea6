import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ChosenSettings } from '#contract/settings.ts';
import { MAX_WATCHED } from '#contract/watchlist.ts';
import { onPostgres } from '#tests/support/database.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
} from '#tests/support/gateway.ts';
import { HARBOUR } from '#tests/support/service.ts';
import { createPreferences } from './preferences.ts';

const NOW = '2026-11-23T09:00:00.000Z';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    describeService: describeDemo,
    clock: () => Date.parse(NOW),
    signInsPerMinute: 100,
  });
});
afterAll(() => gateway.close());

async function signedIn(name: string, token?: string): Promise<TestBrowser> {
  const browser = gateway.browser();
  await browser.signIn(token, { name });
  return browser;
}

async function send(browser: TestBrowser, method: 'PUT' | 'DELETE', path: string, body?: unknown) {
  const response = await browser.fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { message, code, data } = await response.json();
  return { status: response.status, message, code, data };
}

const choose = (browser: TestBrowser, settings: unknown) => send(browser, 'PUT', '/desk/settings', settings);
const watch = (browser: TestBrowser, id: string, more: object = {}) =>
  send(browser, 'PUT', `/desk/watchlist/${id}`, {
    name: `Token ${id}`,
    price: 2.5,
    currency: 'NGN',
    at: NOW,
    ...more,
  });

async function settingsOf(browser: TestBrowser): Promise<ChosenSettings> {
  const { data } = await (await browser.fetch('/session')).json();
  return data.session.settings;
}

async function watchedBy(browser: TestBrowser) {
  const { data } = await (await browser.fetch('/desk/watchlist')).json();
  return data.tokens;
}

it('settings follow a person to another browser, and no one else has them', async () => {
  const [laptop, phone] = [await signedIn('Ruth'), await signedIn('Ruth')];
  expect(await settingsOf(laptop)).toEqual({});
  expect((await choose(laptop, { theme: 'dark', timeZone: 'utc' })).data).toEqual({
    theme: 'dark',
    timeZone: 'utc',
  });
  expect(await settingsOf(phone)).toEqual({ theme: 'dark', timeZone: 'utc' });
  expect(await settingsOf(await signedIn('Kim'))).toEqual({});
  expect(await settingsOf(await signedIn('Ruth', HARBOUR))).toEqual({});
});

it('a change keeps the settings that it does not name, and is safe to repeat', async () => {
  const [laptop, phone] = [await signedIn('Ada'), await signedIn('Ada')];
  await choose(laptop, { density: 'compact', listRows: 20_000 });
  for (const _ of [1, 2]) await choose(phone, { density: 'comfortable' });
  expect(await settingsOf(laptop)).toEqual({ density: 'comfortable', listRows: 20_000 });
});

it.each([
  ['a theme that is none', { theme: 'pink' }, /^theme: /],
  ['a number of rows that is no choice', { listRows: 1_000_000 }, /^listRows: /],
  ['an unknown setting', { colour: 'red' }, /^colour: is not a field/],
  ['a list', [], /^body: /],
])('%s is refused, and the message names the field', async (_, body, message) => {
  const refused = await choose(await signedIn('Eve'), body);
  expect(refused).toMatchObject({ status: 400, message: expect.stringMatching(message) });
  expect(await settingsOf(await signedIn('Eve'))).toEqual({});
});

it('a setting that this version does not know is left out', async () => {
  const browser = await signedIn('Ife');
  await choose(browser, { language: 'de' });
  const { pool } = gateway.service.database;
  await pool.query(`update desk.person set settings = '{"language":"de","theme":"pink"}' where name = 'Ife'`);
  expect(await settingsOf(browser)).toEqual({ language: 'de' });
});

it('a watched token is on the person’s watchlist in every browser, as it was when it was added', async () => {
  const [laptop, phone] = [await signedIn('Ruth'), await signedIn('Ruth')];
  await watch(laptop, 'one', { at: '2026-11-20T09:00:00.000Z' });
  await watch(laptop, 'two', { at: '2099-01-01T00:00:00.000Z', price: null, currency: null });
  const again = await watch(phone, 'one', { name: 'Renamed', price: 99 });
  const one = { id: 'one', name: 'Token one', price: 2.5, currency: 'NGN', at: '2026-11-20T09:00:00.000Z' };
  expect(again).toMatchObject({ status: 200, data: one });
  const two = { id: 'two', name: 'Token two', price: null, currency: null, at: NOW };
  expect(await watchedBy(phone)).toEqual([two, one]);
  expect(await watchedBy(await signedIn('Kim'))).toEqual([]);
  expect(await watchedBy(await signedIn('Ruth', HARBOUR))).toEqual([]);
  for (const _ of [1, 2])
    expect(await send(phone, 'DELETE', '/desk/watchlist/one')).toMatchObject({ status: 200 });
  expect(await watchedBy(laptop)).toEqual([two]);
});

it.each([
  ['no name', { name: '' }, /^name: must not be empty/],
  ['a name of 201 characters', { name: 'x'.repeat(201) }, /^name: must have at most 200/],
  ['a price in words', { price: 'cheap' }, /^price: must be a number/],
  ['a time that is none', { at: 'yesterday' }, /^at: /],
  ['a field too many', { star: true }, /^star: is not a field/],
])('a token with %s is refused, and the message names the field', async (_, more, message) => {
  const refused = await watch(await signedIn('Eve'), 'one', more);
  expect(refused).toMatchObject({ status: 400, message: expect.stringMatching(message) });
});

it('a token id of 201 characters is refused', async () => {
  const browser = await signedIn('Eve');
  expect(await watch(browser, 'x'.repeat(201))).toMatchObject({ status: 400 });
  expect(await send(browser, 'DELETE', `/desk/watchlist/${'x'.repeat(201)}`)).toMatchObject({ status: 400 });
});

it('a person can watch so many tokens, and another one once there is room', async () => {
  const browser = await signedIn('Collector');
  for (let n = 0; n < MAX_WATCHED; n++) await watch(browser, `t${n}`);
  expect(await watch(browser, 'more')).toMatchObject({ status: 409, code: 'TOO_MANY_WATCHED' });
  expect(await watch(browser, 't0')).toMatchObject({ status: 200 });
  await send(browser, 'DELETE', '/desk/watchlist/t0');
  expect(await watch(browser, 'more')).toMatchObject({ status: 200 });
});

it.runIf(onPostgres)(
  'the most tokens there can be are not exceeded by stars at the same moment',
  async () => {
    const browser = await signedIn('Hasty');
    for (let n = 1; n < MAX_WATCHED; n++) await watch(browser, `t${n}`);
    const { pool } = gateway.service.database;
    const ids = ['a', 'b', 'c'];
    // Holds each insert back once it has counted the tokens.
    const blocker = await pool.connect();
    await blocker.query('begin');
    await blocker.query(
      `insert into desk.watched_token select w.owner, w.person, i.id, w.name, w.price, w.currency, w.at
     from unnest($1::text[]) as i(id), (select w.* from desk.watched_token w join desk.person p
       on p.owner = w.owner and p.id = w.person where p.name = 'Hasty' limit 1) w`,
      [ids],
    );
    const watching = Promise.all(ids.map((id) => watch(browser, id)));
    const waiting =
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await vi.waitFor(async () => expect((await pool.query(waiting)).rowCount).toBe(3));
    await blocker.query('rollback');
    blocker.release();
    const statuses = (await watching).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
    expect(await watchedBy(browser)).toHaveLength(MAX_WATCHED);
  },
);

it('where the settings can’t be read, the session goes on without them', async () => {
  const preferences = createPreferences(gateway.service.database.pool, Date.now);
  const settingsOf = async () => {
    throw new Error('There is no database.');
  };
  const broken = await startTestGateway({ beside: gateway, preferences: { ...preferences, settingsOf } });
  const browser = broken.browser();
  const { data } = await (await browser.signIn(undefined, { name: 'Ruth' })).json();
  expect(data.session.person.name).toBe('Ruth');
  expect(data.session.settings).toBeUndefined();
  await broken.close();
});
