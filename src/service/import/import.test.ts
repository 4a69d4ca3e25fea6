import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFiles } from '#service/commands/import-files.ts';
import { issueToken } from '#service/commands/issue-token.ts';
import { runOn } from '#tests/support/command.ts';
import { digestOfDatabase } from '#tests/support/database-digest.ts';
import { startTestService, type TestService } from '#tests/support/service.ts';

const MEMBERS = `_id,user._id,user.fname,user.lname,user.email,user.kyc.bank,createdAt
m-1,u-1,Ada,Obi,ada@example.com,yes,2026-01-31
m-2,u-2,"Okafor, Jr.","O'Neil",ben@example.com,,2026-02-01T09:30:00+01:00
`;
const TOKENS = `_id,name,symbol,currency,price.buy,price.sell,type,investment_type,investment_category
t-1,Énergie Notes,EN1,NGN,1010.50,1000,private,Debt,Commercial Paper
t-2,Harbour Bond,HB,NGN,500,495,Public,Fixed Interest,Corporate Bond
`;
const TERMS = {
  investment_categories: ['Commercial Paper', 'Corporate Bond'],
  max_amount: { NGN: 5_000_000, GHS: 20_000.5 },
  collateral_ratio: 0.7,
  duration: 12,
  interest_rate: 0.03,
  grace_period: 7,
};

const folder = mkdtempSync(join(tmpdir(), 'pledge-import-'));
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ data: 'empty' });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** Writes a file and returns its path. */
function file(name: string, content: string | Uint8Array | object): string {
  const path = join(folder, name);
  const isText = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(path, isText ? content : JSON.stringify(content, null, 2));
  return path;
}

const importTo = async (organisation: string, ...args: string[]) =>
  await runOn(service.database, importFiles, ['--organisation', organisation, ...args]);
const three = () => [
  ...['--members', file('members.csv', MEMBERS)],
  ...['--tokens', file('tokens.csv', TOKENS)],
  ...['--terms', file('terms.json', TERMS)],
];
const tokenOf = async (organisation: string) =>
  (await runOn(service.database, issueToken, ['--organisation', organisation])).at(-1) ?? '';
/** What an import that must fail says, without the folder of the files. */
async function refusal(...args: string[]): Promise<string> {
  const before = await digestOfDatabase(service.database.pool);
  const error = await importTo('Acme', ...args).catch((failure: Error) => failure);
  expect(error).toBeInstanceOf(Error);
  expect(await digestOfDatabase(service.database.pool)).toEqual(before);
  return (error as Error).message.replaceAll(`${folder}/`, '');
}

describe('service:import', () => {
  it('says with --check what it would do, and writes nothing', async () => {
    const before = await digestOfDatabase(service.database.pool);
    const lines = await importTo('Acme', ...three(), '--check');
    expect(lines[0]).toBe('Nothing was written. Without --check, the import says:');
    expect(lines.join('\n')).toMatch(
      / {2}Created organisation “Acme”.*members.csv: 2 new\..*terms.json: 1 new\./s,
    );
    expect(await digestOfDatabase(service.database.pool)).toEqual(before);
  });

  it('loads what an organisation needs to lend', async () => {
    const lines = await importTo('Acme', ...three());
    expect(lines.map((line) => line.replaceAll(`${folder}/`, ''))).toEqual([
      'Created organisation “Acme”.',
      'tokens.csv: 2 new.',
      'members.csv: 2 new.',
      'terms.json: 1 new.',
      'Acme has no access token yet: npm run service:token -- --organisation "Acme"',
    ]);
    const token = await tokenOf('ACME');
    const members = (await service.call('listMembers', { token })).body.data;
    expect(members).toMatchObject({ total: 2 });
    expect(members.members[0]).toMatchObject({
      _id: 'm-2',
      status: 'Active',
      createdAt: '2026-02-01T08:30:00.000Z',
      user: { _id: 'u-2', fname: 'Okafor, Jr.', city: null, kyc: { bank: false, selfie: 'Not Submitted' } },
    });
    expect(members.members[1].user).toMatchObject({ kyc: { bank: true }, username: 'ada@example.com' });
    const search = { token, query: { name: 'ÉNERGIE' } };
    expect((await service.call('searchTokens', search)).body.data).toMatchObject({
      total: 1,
      tokens: [{ price: { buy: 1010.5, sell: 1000, exchange: 1010.5 }, prev_price: { sell: 1000 } }],
    });
    expect((await service.call('listTokens', { token })).body.data).toMatchObject({ total: 2 });
    const isPrivate = { token, query: { private: 'true' } };
    expect((await service.call('searchTokens', isPrivate)).body.data).toMatchObject({
      total: 1,
      tokens: [{ _id: 't-1', type: 'Private' }],
    });
    const terms = (await service.call('getLoanConfiguration', { token })).body.data;
    expect(terms).toMatchObject({ ...TERMS, grace_period_unit: 'DAYS', creditor: { name: 'Acme' } });
    const body = {
      user_id: 'u-1',
      duration: 6,
      currency: 'NGN',
      interest_rate: 0.03,
      amount: '70000',
      repayment_amount: '82600',
      loan_configuration_id: terms.id,
      collaterals: [{ token_id: 't-1', quantity: 100 }],
    };
    expect((await service.call('createLoan', { token, body })).status).toBe(201);
  });

  it('can run again: it says what is there, and changes nothing', async () => {
    const before = await digestOfDatabase(service.database.pool);
    const lines = await importTo('acme', ...three());
    expect(lines.join('\n')).toMatch(
      /tokens.csv: 2 already there\..*members.csv: 2.*terms.json: 1 already there\.$/s,
    );
    expect(await digestOfDatabase(service.database.pool)).toEqual(before);
  });

  it('can run again with a zero that has a sign', async () => {
    const terms = file(
      'zero.json',
      JSON.stringify(TERMS).replace('"interest_rate":0.03', '"interest_rate":-0'),
    );
    await importTo('Zero', '--terms', terms);
    expect((await importTo('Zero', '--terms', terms))[0]).toBe(`${terms}: 1 already there.`);
  });

  it('refuses other values for a record that exists, and takes them with --update', async () => {
    const members = file(
      'moved.csv',
      `${MEMBERS.replace('Ada,', 'Adaeze,')}m-3,u-3,Chi,Eze,chi@example.com,,\n`,
    );
    const terms = file('terms.json', { ...TERMS, max_amount: { GHS: 20_000.5 } });
    const said = await refusal('--members', members, '--terms', terms);
    expect(said).toContain('Nothing was imported: 2 faults.');
    expect(said).toContain(
      'moved.csv:2: user.fname: is "Adaeze" here and "Ada" in Pledge; correct the file, or use --update',
    );
    expect(said).toContain('terms.json:1: max_amount: is {"GHS":20000.5} here');
    const lines = await importTo('Acme', '--members', members, '--terms', terms, '--update');
    expect(lines.join('\n')).toMatch(
      /moved.csv: 1 new, 1 changed, 1 already there\..*terms.json: 1 changed\.$/s,
    );
    const { rows } = await service.database.pool.query(
      `select profile->>'fname' as first, profile->'kyc'->>'bank' as bank, updated_at > created_at as touched
       from service.member where id = 'm-1'`,
    );
    expect(rows).toEqual([{ first: 'Adaeze', bank: 'true', touched: true }]);
    const token = await tokenOf('Acme');
    const { data } = (await service.call('getLoanConfiguration', { token })).body;
    expect(data.max_amount).toEqual({ GHS: 20_000.5 });
    expect((await service.call('listLoans', { token })).body.data.totalDocs).toBe(1);
  });

  it('never changes an id that loans refer to, nor takes one of another organisation', async () => {
    const changed = file('changed.csv', MEMBERS.replace('m-1,u-1', 'm-1,u-9').replace('m-2,u-2', 'm-9,u-2'));
    const said = await refusal('--members', changed, '--update');
    expect(said).toContain('changed.csv:2: user._id: is "u-9" here and "u-1" in Pledge; it never changes');
    expect(said).toContain('changed.csv:3: user._id: is that of another member, of this organisation');
    const error = await importTo('Other', ...three(), '--update').catch((failure: Error) => failure);
    expect(String(error)).toContain('tokens.csv:2: _id: is that of another token, of another organisation');
    const { rowCount } = await service.database.pool.query(
      "select from service.organisation where name = 'Other'",
    );
    expect(rowCount).toBe(0);
  });
});
