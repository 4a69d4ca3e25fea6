import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '#service/commands/command.ts';
import { issueToken } from '#service/commands/issue-token.ts';
import { runOn } from '#tests/support/command.ts';
import { CRESTLINE, HARBOUR, startTestService, type TestService } from '#tests/support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** Runs `npm run service:token -- …`, and returns the lines that it says. */
async function command(on: TestService, ...args: string[]): Promise<string[]> {
  return await runOn(on.database, issueToken, args);
}

/** Every value of every text and bytea column of the service, in one text. */
async function everything(on: TestService): Promise<string> {
  const { rows: tables } = await on.database.pool.query<{ table_name: string }>(
    `select table_name from information_schema.tables where table_schema = 'service'`,
  );
  const texts: string[] = [];
  for (const { table_name } of tables) {
    const { rows } = await on.database.pool.query(`select t::text as row from service.${table_name} t`);
    texts.push(...rows.map((row: { row: string }) => row.row));
  }
  return texts.join('\n');
}

const statusOf = async (on: TestService, token: string) => (await on.call('listTokens', { token })).status;

describe('a request without a valid access token', () => {
  it.each([
    ['no header', undefined, 'The Authorization header is missing.'],
    ['an empty header', '', 'The Authorization header is missing.'],
    ['a token alone', CRESTLINE, 'must be "Bearer" and an access token'],
    ['Bearer alone', 'Bearer', 'must be "Bearer" and an access token'],
    ['Bearer and blanks', 'Bearer   ', 'must be "Bearer" and an access token'],
    ['another scheme', `Basic ${CRESTLINE}`, 'must be "Bearer" and an access token'],
    ['two tokens', `Bearer ${CRESTLINE} ${HARBOUR}`, 'must be "Bearer" and an access token'],
    ['two headers', `Bearer ${CRESTLINE}, Bearer ${CRESTLINE}`, 'must be "Bearer" and an access token'],
    ['letters outside a token', `Bearer ${CRESTLINE}é`, 'must be "Bearer" and an access token'],
    ['a token beyond all length', `Bearer ${'a'.repeat(20_000)}`, 'must be "Bearer" and an access token'],
    ['an unknown token', 'Bearer pledge_demo_nobody', 'The access token is not valid.'],
    ['a token in other letters', `Bearer ${CRESTLINE.toUpperCase()}`, 'The access token is not valid.'],
    ['a token cut short', `Bearer ${CRESTLINE.slice(0, -1)}`, 'The access token is not valid.'],
  ])('is refused with 401 for %s, whatever it asks for', async (_what, authorization, message) => {
    const headers = authorization === undefined ? {} : { authorization };
    for (const [method, path] of [
      ['GET', '/v1/api/tokens?page=abc'],
      ['POST', '/v1/api/credit/loan'],
      ['POST', '/v1/api/members/nobody/orders/nothing/cancel'],
    ]) {
      const answer = await service.send(path as string, { method: method as string, headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.body).toEqual({ status: 'error', message: expect.stringContaining(message) });
    }
  });

  it('may write Bearer in any case, as HTTP has it', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
      const headers = { authorization: `${scheme} ${CRESTLINE}` };
      expect((await service.send('/v1/api/tokens', { headers })).status).toBe(200);
    }
  });

  it('finds its token in no line of the log', async () => {
    await service.call('listTokens');
    await service.call('listTokens', { token: 'pledge_secret_of_a_stranger' });
    const log = service.logged.join('');
    expect(service.logged.length).toBeGreaterThan(2);
    expect(log).not.toContain(CRESTLINE);
    expect(log).not.toContain('pledge_secret_of_a_stranger');
    expect(log.toLowerCase()).not.toContain('bearer');
  });
});

describe('service:token', () => {
  it('issues a token that works at once, and keeps only its hash', async () => {
    const lines = await command(service, '--organisation', 'Crestline', '--name', 'Till');
    const token = lines.at(-1) ?? '';
    expect(token).toMatch(/^pledge_live_[\w-]{43}$/);
    expect(lines.join('\n')).toContain('shown this once');
    expect(await statusOf(service, token)).toBe(200);
    const stored = await everything(service);
    expect(stored).toContain('Till');
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(Buffer.from(token).toString('hex'));
    expect(stored).not.toContain(token.slice('pledge_live_'.length));
  });

  it('issues tokens of the same organisation that see the same loans', async () => {
    const token = (await command(service, '--organisation', 'Crestline')).at(-1) ?? '';
    const [own, demo] = [await service.call('listLoans', { token }), await service.call('listLoans')];
    expect(own.body.data).toEqual(demo.body.data);
  });

  it('lists the tokens of an organisation without showing one', async () => {
    const [said, token] = (await command(service, '--organisation', 'Harbour', '--name', 'Desk')).slice(-2);
    const id = /client id ([0-9a-f]{24})/.exec(said ?? '')?.[1] ?? '';
    const listed = await command(service, '--organisation', 'Harbour', '--list');
    expect(listed).toHaveLength(2);
    expect(listed.find((line) => line.includes(id))).toMatch(/Desk {2}issued \S+ {2}in use$/);
    expect(listed.join('\n')).not.toContain(token);
  });

  it('labels a token with the organisation’s own name, however that was typed', async () => {
    const said = (await command(service, '--organisation', ' crestLINE ')).join('\n');
    expect(said).toContain('Access token of Crestline (client id');
    const id = /client id ([0-9a-f]{24})/.exec(said)?.[1] ?? '';
    const listed = await command(service, '--organisation', 'CRESTLINE', '--list');
    expect(listed.find((line) => line.includes(id))).toMatch(/^\S+ {2}Crestline {2}Crestline {2}issued /);
  });

  it('lists the tokens of all organisations by organisation', async () => {
    const listed = await command(service, '--list');
    const organisations = listed.map((line) => line.split('  ')[1]);
    expect(organisations).toEqual([...organisations].sort());
    expect(new Set(organisations)).toEqual(new Set(['Crestline', 'Harbour']));
  });

  it('revokes a token: it is refused from then on, and listed as revoked', async () => {
    const [said, token = ''] = (await command(service, '--organisation', 'Harbour')).slice(-2);
    const id = /client id ([0-9a-f]{24})/.exec(said ?? '')?.[1] ?? '';
    expect(await statusOf(service, token)).toBe(200);
    expect((await command(service, '--revoke', id)).join()).toContain(`Revoked ${id}`);
    const answer = await service.call('listTokens', { token });
    expect(answer).toMatchObject({ status: 401, body: { message: 'The access token is not valid.' } });
    const listed = await command(service, '--organisation', 'Harbour', '--list');
    expect(listed.find((line) => line.includes(id))).toContain('revoked');
    await expect(command(service, '--revoke', id)).rejects.toThrow('no access token in use');
    expect(await statusOf(service, HARBOUR)).toBe(200);
  });

  it.each([
    ['no words', [], '--organisation is missing'],
    ['a blank organisation', ['--organisation', '  '], '--organisation is missing'],
    ['an unknown word', ['--organization', 'Crestline'], "Unknown option '--organization'"],
    ['what there is instead', ['--organization', 'X'], 'The options are --organisation, --name, --list,'],
    ['how to call it', ['--organization', 'X'], 'Usage: npm run service:token'],
    ['two things at once', ['--revoke', 'x', '--list'], '--revoke goes alone'],
    ['one of two clients', ['--revoke', 'x', '--revoke', 'y'], "Option '--revoke' is given twice"],
    ['a label where none is made', ['--list', '--name', 'x'], '--name is the label of a new token'],
    ['a stray word', ['Crestline'], 'Unexpected argument'],
    ['a missing value', ['--organisation'], 'argument missing'],
    ['an unknown client', ['--revoke', 'nobody'], 'no access token in use with the client id nobody'],
    ['an organisation without tokens', ['--organisation', 'Nobody', '--list'], 'no access token of Nobody'],
  ])('says what is wrong with %s, and issues nothing', async (_what, args, message) => {
    const before = await everything(service);
    await expect(command(service, ...args)).rejects.toThrow(message);
    await expect(command(service, ...args)).rejects.toBeInstanceOf(UsageError);
    expect(await everything(service)).toBe(before);
  });
});

describe('demo access tokens', () => {
  it('are refused as soon as the database holds another organisation', async () => {
    const own = await startTestService();
    expect(await statusOf(own, CRESTLINE)).toBe(200);
    const lines = await command(own, '--organisation', 'Real Lender');
    expect(lines.join('\n')).toContain('the demo access tokens are refused');
    for (const token of [CRESTLINE, HARBOUR]) {
      const answer = await own.call('listTokens', { token });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.body.message).toBe('Demo access tokens are refused: this database holds other data.');
    }
    const listed = await command(own, '--list');
    expect(listed.map((line) => line.split('  ').slice(2).join('  '))).toEqual([
      expect.stringMatching(/^Crestline demo {2}.+ {2}refused: a demo token next to other data$/),
      expect.stringMatching(/^Harbour demo {2}.+ {2}refused: a demo token next to other data$/),
      expect.stringMatching(/^Real Lender {2}.+ {2}in use$/),
    ]);
    const token = lines.at(-1) ?? '';
    const { body } = await own.call('listLoans', { token });
    expect(body.data).toMatchObject({ docs: [], totalDocs: 0 });
    await own.close();
  });
});
