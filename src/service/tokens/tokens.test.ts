import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '#contract/contract.ts';
import { HARBOUR, startTestService, type TestService } from '#tests/support/service.ts';
import { migrate } from '../db/migrate.ts';
import { fold } from './fold.ts';

type Values = Record<string, string | number | boolean>;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** The ids of every token that an endpoint answers, over all pages. */
async function ids(name: 'listTokens' | 'searchTokens', query: Values = {}, token?: string) {
  const found: string[] = [];
  for (let page = 1; ; page++) {
    const parts = { query: { ...query, page, limit: 100 }, ...(token && { token }) };
    const { status, body } = await service.call(name, parts);
    expect(status, body.message).toBe(200);
    expect(z.parse(contract[name].reply, body.data)).toEqual(body.data);
    expect(body.data.count).toBe(body.data.tokens.length);
    found.push(...body.data.tokens.map((one: { _id: string }) => one._id));
    if (page >= body.data.pages) {
      expect(body.data.total).toBe(found.length);
      return found;
    }
  }
}

/** The ids of Crestline's tokens that the database says pass, newest first. */
async function stored(condition: string, values: unknown[] = []) {
  const { rows } = await service.database.pool.query<{ id: string }>(
    `select id from service.token
     where organisation_id = (select id from service.organisation where name = 'Crestline') and ${condition}
     order by created_at desc, id desc`,
    values,
  );
  return rows.map((row) => row.id);
}

const ACTIVE = 'not cancelled and not exited';

describe('the active tokens', () => {
  it('are neither exited nor closed, newest first, ten to a page', async () => {
    const { status, body } = await service.call('listTokens');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'success', message: 'Tokens gotten.' });
    const active = await stored(ACTIVE);
    expect(body.data).toMatchObject({ page: 1, pages: Math.ceil(active.length / 10), count: 10 });
    expect(body.data.total).toBe(active.length);
    expect(body.data.tokens.map((one: { _id: string }) => one._id)).toEqual(active.slice(0, 10));
    expect(await ids('listTokens')).toEqual(active);
  });

  it('carry no category, no payout frequency, no cancelled, no percentage and nothing of trades', async () => {
    const { body } = await service.call('listTokens', { query: { limit: 100 } });
    const unwanted = 'investment_category payout_frequency cancelled percentage asset request esop_token';
    for (const token of body.data.tokens) {
      for (const name of unwanted.split(' ')) expect(token).not.toHaveProperty(name);
    }
  });

  it.each<[Values, string]>([
    [{ closed: false, exited: false }, ACTIVE],
    [{ closed: true }, 'cancelled and not exited'],
    [{ exited: true }, 'exited and not cancelled'],
    [{ closed: true, exited: true }, 'cancelled and exited'],
    [{ private: true }, `${ACTIVE} and type = 'Private'`],
    [{ private: false }, `${ACTIVE} and type = 'Public'`],
    [{ primary_raise: true }, `${ACTIVE} and not secondaries`],
    [{ primary_raise: false }, `${ACTIVE} and secondaries`],
    [{ investment_type: 'safe' }, `${ACTIVE} and investment_type = 'SAFE'`],
    [{ investment_type: 'equity' }, `${ACTIVE} and investment_type = 'Equity'`],
    [{ investment_type: 'debt' }, `${ACTIVE} and investment_type = 'Debt'`],
    [{ investment_type: 'fixed interest' }, `${ACTIVE} and investment_type = 'Fixed Interest'`],
    [
      { investment_type: 'debt', private: true, primary_raise: false },
      `${ACTIVE} and investment_type = 'Debt' and type = 'Private' and secondaries`,
    ],
  ])('are narrowed by %j to what the database has', async (query, condition) => {
    const expected = await stored(condition);
    expect(await ids('listTokens', query)).toEqual(expected);
    if (!(query.closed && query.exited)) expect(expected.length).toBeGreaterThan(0);
  });

  it('are bounded pages: a hundred at most, none past the end', async () => {
    const total = (await stored(ACTIVE)).length;
    const most = await service.call('listTokens', { query: { limit: 1000 } });
    expect(most.body.data).toMatchObject({ count: 100, total, pages: Math.ceil(total / 100) });
    const past = await service.call('listTokens', { query: { page: 2_147_483_647, limit: 100 } });
    expect(past.body.data).toMatchObject({ page: 2_147_483_647, count: 0, total, tokens: [] });
  });

  it('are those of the own organisation only', async () => {
    const crestline = new Set(await ids('searchTokens'));
    const harbour = await ids('searchTokens', {}, HARBOUR);
    expect(harbour.length).toBeGreaterThan(0);
    expect(harbour.filter((id) => crestline.has(id))).toEqual([]);
  });
});

describe('a search for tokens', () => {
  it('finds all of them without a word, exited and cancelled ones too', async () => {
    expect(await ids('searchTokens')).toEqual(await stored('true'));
    const { body } = await service.call('searchTokens');
    for (const token of body.data.tokens) {
      expect(typeof token.cancelled).toBe('boolean');
      expect(typeof token.investment_category).toBe('string');
      for (const name of ['percentage', 'asset', 'request', 'esop_token']) {
        expect(token).not.toHaveProperty(name);
      }
    }
  });

  it.each<[Values, string]>([
    [{ exited: true }, 'exited'],
    [{ exited: false }, 'not exited'],
    [{ completed_raise: true }, 'completed_raise'],
    [{ completed_raise: false }, 'not completed_raise'],
    [{ private: false }, `type <> 'Private'`],
    [{ investment_type: 'safe', completed_raise: true }, `investment_type = 'SAFE' and completed_raise`],
    [{ name: 'bond', private: true }, `name ilike '%bond%' and type = 'Private'`],
    [
      { name: 'bond', symbol: 'bd1', exited: false },
      `name ilike '%bond%' and symbol ilike '%bd1%' and not exited`,
    ],
  ])('is narrowed by %j to what the database has', async (query, condition) => {
    const expected = await stored(condition);
    expect(expected.length).toBeGreaterThan(0);
    expect(await ids('searchTokens', query)).toEqual(expected);
  });

  it.each(['BOND', 'bond', 'oN', 'adÉBÁ', 'ADÉBÁYỌ̀', 'énergie “soleil” DU', '12% n', "o'brien_"])(
    'finds names by the part %j in any case',
    async (part) => {
      const { rows } = await service.database.pool.query<{ id: string; name: string }>(
        `select id, name from service.token`,
      );
      const own = new Set(await stored('true'));
      const expected = rows
        .filter((row) => own.has(row.id) && row.name.toLowerCase().includes(part.toLowerCase()))
        .map((row) => row.id);
      expect(expected.length).toBeGreaterThan(0);
      expect((await ids('searchTokens', { name: part })).sort()).toEqual(expected.sort());
    },
  );

  it.each(['%', '_', '\\', "'", '"', '12%', 'n_o', '$1', '%%', '.*', '[a-z]'])(
    'takes %j for itself in a name and in a symbol, never for a pattern',
    async (text) => {
      expect(await ids('searchTokens', { name: text })).toEqual(
        await stored('strpos(lower(name), $1) > 0', [text]),
      );
      expect(await ids('searchTokens', { symbol: text })).toEqual(
        await stored('strpos(lower(symbol), $1) > 0', [text]),
      );
    },
  );

  it.each([
    ['ΟΜΟΣΠΟΝΔΙΑ ΕΛΛΑΔΟΣ', ['ΟΜΟΣ', 'ομος', 'ΕΛΛΑΔΟΣ', 'ελλαδος', 'ελλαδοσ', 'Ελλάδος']],
    ['Société Générale\u0301', ['societe gen', 'SOCIÉTÉ', 'socie\u0301te', 'générale']],
  ])('finds the name %s by a part with or without accents, in any case', async (name, parts) => {
    const { pool } = service.database;
    const [id] = await stored('true');
    const { rows } = await pool.query('select name, name_folded from service.token where id = $1', [id]);
    const rename = 'update service.token set name = $2, name_folded = $3 where id = $1';
    try {
      await pool.query(rename, [id, name, fold(name)]);
      for (const part of parts) expect(await ids('searchTokens', { name: part })).toEqual([id]);
    } finally {
      await pool.query(rename, [id, rows[0].name, rows[0].name_folded]);
    }
  });

  it('finds symbols by a part in any case', async () => {
    const expected = await stored(`symbol = 'SHEA100%'`);
    expect(expected).toHaveLength(1);
    expect(await ids('searchTokens', { symbol: 'hea100%' })).toEqual(expected);
    for (const symbol of ['éNERGIE', 'energie'])
      expect(await ids('searchTokens', { symbol })).toHaveLength(1);
  });

  it('finds nothing, on one empty page, where nothing matches', async () => {
    const { status, body } = await service.call('searchTokens', { query: { name: 'no such name' } });
    expect(status).toBe(200);
    expect(body.data).toEqual({ page: 1, pages: 1, count: 0, total: 0, tokens: [] });
  });
});

describe('a single token', () => {
  it('is answered with its percentage and the same fields as in a search', async () => {
    const { body: found } = await service.call('searchTokens', { query: { limit: 1 } });
    const [token] = found.data.tokens;
    const { status, body } = await service.call('getToken', { params: { tokenId: token._id } });
    expect(status).toBe(200);
    expect(z.parse(contract.getToken.reply, body.data)).toEqual(body.data);
    expect(body.data).toEqual({ ...token, percentage: expect.any(Number) });
  });

  it('of another organisation is answered like one that does not exist', async () => {
    const [id = ''] = await ids('searchTokens', {}, HARBOUR);
    const answers = [
      await service.call('getToken', { params: { tokenId: id } }),
      await service.call('getToken', { params: { tokenId: 'no-such-token' } }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toEqual({ status: 'error', message: 'tokenId: no such token' });
    }
  });
});

describe('the number of tokens', () => {
  /** The kinds that are not kept as often as they are there. */
  async function miscounted() {
    const { rows } = await service.database.pool.query(`
      select * from (select organisation_id, cancelled, exited, completed_raise, secondaries,
          type = 'Private' as private, lower(investment_type) as investment_type, count(*) as tokens
        from service.token group by 1, 2, 3, 4, 5, 6, 7) as counted
      full join (select * from service.token_count where tokens <> 0) as kept
        using (organisation_id, cancelled, exited, completed_raise, secondaries, private, investment_type, tokens)
      where counted.organisation_id is null or kept.organisation_id is null`);
    return rows;
  }

  it('is the one that is there, whatever is changed, taken away or taken back', async () => {
    const { pool } = service.database;
    expect(await miscounted()).toEqual([]);
    const [first, second] = await stored(ACTIVE);
    await pool.query(
      `update service.token set exited = true, secondaries = not secondaries,
         investment_type = 'Something Else', type = 'Private', name = 'Renamed' where id = $1`,
      [first],
    );
    expect(await ids('listTokens')).toEqual(await stored(ACTIVE));
    expect(await ids('listTokens', { exited: true })).toEqual(await stored('exited and not cancelled'));
    expect(await miscounted()).toEqual([]);

    await pool.query(
      `create table service.taken as select * from service.token where id not in (select token_id from
         service.loan_collateral union select token_id from service.member_order union
         select token_id from service.transaction)`,
    );
    const taken = await pool.query('delete from service.token where id in (select id from service.taken)');
    expect(taken.rowCount).toBeGreaterThan(0);
    expect(await ids('searchTokens')).toEqual(await stored('true'));
    expect(await miscounted()).toEqual([]);
    await pool.query('insert into service.token select * from service.taken');
    expect(await ids('searchTokens')).toEqual(await stored('true'));
    expect(await ids('searchTokens')).toContain(second);
    expect(await miscounted()).toEqual([]);
  });

  it('is counted once where a database of an earlier version has tokens already', async () => {
    const { pool } = service.database;
    await pool.query('drop table service.token_count');
    await pool.query('drop function service.token_written cascade');
    await pool.query('drop function service.count_token');
    await pool.query(`delete from service.migration where name = '0003-token-count'`);
    await migrate(pool);
    expect(await miscounted()).toEqual([]);
    expect(await ids('searchTokens')).toEqual(await stored('true'));
  });
});
