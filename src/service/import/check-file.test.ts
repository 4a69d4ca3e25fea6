import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CommandError, UsageError } from '#service/commands/command.ts';
import { importFiles } from '#service/commands/import-files.ts';
import { KINDS, type KindName } from './apply.ts';

const folder = mkdtempSync(join(tmpdir(), 'pledge-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HEADER = '_id,user._id,user.fname,user.lname,user.email';
const ADA = 'm-1,u-1,Ada,Obi,ada@example.com';
const TERMS = {
  investment_categories: ['Debt'],
  max_amount: { NGN: 5 },
  collateral_ratio: 0.7,
  duration: 12,
  interest_rate: 0.03,
  grace_period: 7,
};

function read(kind: KindName, name: string, content: string | Uint8Array | object) {
  const path = join(folder, name);
  const isText = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(path, isText ? content : JSON.stringify(content, null, 2));
  return importFiles.read(['--organisation', 'Acme', `--${kind}`, path]);
}

/** The faults of a file, without its folder. */
function faultsOf(kind: KindName, name: string, content: string | Uint8Array | object): string[] {
  try {
    read(kind, name, content);
  } catch (error) {
    expect(error).toBeInstanceOf(CommandError);
    const [count, ...faults] = (error as Error).message.replaceAll(`${folder}/`, '').split('\n');
    expect(count).toMatch(/^Nothing was imported: \d+ faults?\.$/);
    return faults;
  }
  return [];
}

it.each([
  [
    'a header with a wrong column',
    `${HEADER},fname\n`,
    ['1: fname: is no field of this file; did you mean user.fname?'],
  ],
  [
    'a nearly known column',
    `${HEADER},user.phon\n`,
    ['1: user.phon: is no field of this file; did you mean user.phone?'],
  ],
  [
    'a secret',
    `${HEADER},user.two_factor_secret\n`,
    ['1: user.two_factor_secret: is no field of this file; remove it'],
  ],
  ['a prototype', `${HEADER},__proto__\n`, ['1: __proto__: is no field of this file; remove it']],
  ['a column twice', `${HEADER},_id\n`, ['1: _id: is in the header twice; remove one']],
  ['a column without a name', `${HEADER},\n${ADA},\n`, ['1: column 6 has no name; remove it']],
  [
    'a missing column',
    '_id,user._id,user.fname,user.lname\nm-1,u-1,Ada,Obi\n',
    ['1: user.email: is missing in the header; add the column'],
  ],
  ['no records', `${HEADER}\n\n`, [' holds no records']],
  [
    'an empty cell',
    `${HEADER}\nm-1,u-1,,Obi,ada@example.com\n`,
    ['2: user.fname: is required; give it a value'],
  ],
  [
    'a cell too many',
    `${HEADER}\n${ADA},more\n`,
    ['2: has 6 cells, but the header has 5; put a cell with a comma in quotes'],
  ],
  [
    'a quote that is left open',
    `${HEADER}\n"m-1,u-1,Ada,Obi,ada@example.com\n`,
    ['2: has a quote that is never closed, or one inside a cell; double it'],
  ],
  [
    'an email that is none',
    `${HEADER}\nm-1,u-1,Ada,Obi,ada\n`,
    ['2: user.email: must be an email address such as ada@example.com; it is "ada"'],
  ],
  [
    'an id with a space',
    `${HEADER}\nm 1,u-1,Ada,Obi,ada@example.com\n`,
    ['2: _id: must be 1 to 100 letters, digits or _ . : @ - and begin with a letter or digit; it is "m 1"'],
  ],
  [
    'an id twice',
    `${HEADER}\n${ADA}\n${ADA}\n`,
    [
      '3: _id: is "m-1" in line 2, too; give each member its own',
      '3: user._id: is "u-1" in line 2, too; give each member its own',
    ],
  ],
  [
    'a yes that is none',
    `${HEADER},user.verified\n${ADA},maybe\n`,
    ['2: user.verified: must be true or false; it is "maybe"'],
  ],
  [
    'a date in another form',
    `${HEADER},createdAt\n${ADA},31/01/2026\n`,
    [
      '2: createdAt: must be a time such as 2026-01-31T09:30:00Z, or a date such as 2026-01-31; it is "31/01/2026"',
    ],
  ],
  ...['0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-05:00'].map((time): [string, string, string[]] => [
    `a time before the year 1 or after 9999 in UTC, ${time}`,
    `${HEADER},createdAt\n${ADA},${time}\n`,
    [
      `2: createdAt: must be a time such as 2026-01-31T09:30:00Z, or a date such as 2026-01-31; it is "${time}"`,
    ],
  ]),
  [
    'faults after a cell of two lines',
    `${HEADER}\nm-1,u-1,"A\nda",Obi,ada@example.com\n\nm-2,u-2,Ben,Obi,ben\n`,
    ['5: user.email: must be an email address such as ada@example.com; it is "ben"'],
  ],
])('a CSV file with %s is refused by line and field', (_what, content, expected) => {
  const faults = faultsOf('members', 'members.csv', content);
  expect(faults).toEqual(expected.map((fault) => `members.csv:${fault}`));
});

it.each([
  [
    'a rate in percent',
    { ...TERMS, interest_rate: 3 },
    ['interest_rate: must be a number from 0 to 1: write 5% as 0.05; it is 3'],
  ],
  [
    'no limit',
    { ...TERMS, max_amount: {} },
    [
      'max_amount.*: is required; give it a value',
      'max_amount: is an object without fields; give it some, or leave it out',
    ],
  ],
  [
    'a limit in small letters',
    { ...TERMS, max_amount: { NGN: 1, ngn: 1 } },
    ['max_amount.ngn: must end in a currency code in capitals, such as max_amount.NGN'],
  ],
  [
    'an object without fields',
    { ...TERMS, provider: {}, duration: {} },
    [
      'duration: must be a whole number from 1 to 1200; it is {}',
      'provider: is an object without fields; give it some, or leave it out',
    ],
  ],
  [
    'no category',
    { ...TERMS, investment_categories: [] },
    ['investment_categories: must name at least one; it is []'],
  ],
  [
    'another protocol',
    { ...TERMS, provider_url: 'javascript:alert(1)' },
    ['provider_url: must be an http or https address; it is "javascript:alert(1)"'],
  ],
])('a JSON file with %s is refused by line and field', (_what, content, expected) => {
  const faults = faultsOf('terms', 'terms.json', content);
  expect(faults.map((fault) => fault.replace(/^terms\.json:\d+: /, ''))).toEqual(expected);
  const [, line = ''] = /:(\d+):/.exec(faults[0] ?? '') ?? [];
  const text = readFileSync(join(folder, 'terms.json'), 'utf8').split('\n');
  const [field = ''] = expected[0]?.split(':') ?? [];
  expect(text[Number(line) - 1]).toContain(field.endsWith('*') ? '{' : field.split('.').pop());
});

it('JSON that is broken, too much or of another shape is refused by line', () => {
  expect(faultsOf('terms', 'terms.json', '{\n  "id": oops\n}')).toEqual([
    'terms.json:2: is not valid JSON here (InvalidSymbol)',
  ]);
  expect(faultsOf('terms', 'terms.json', '')).toEqual([
    expect.stringMatching(/^terms\.json:1: is not valid JSON here/),
  ]);
  const twice = JSON.stringify(TERMS).replace('"duration":12', '"duration":12,\n"duration":24');
  expect(faultsOf('terms', 'terms.json', twice)).toEqual([
    'terms.json:2: duration: is given twice; keep one',
  ]);
  expect(faultsOf('terms', 'terms.json', [TERMS, TERMS])).toEqual([
    'terms.json:14: is a second set of terms; an organisation has one, so keep one',
  ]);
  expect(faultsOf('tokens', 'tokens.json', '[\n 5]')).toEqual([
    'tokens.json:2: must be an object with fields, not number',
  ]);
});

it('numbers are refused if a double can’t hold them, or if they are written for people', () => {
  const header = '_id,name,symbol,currency,price.buy,price.sell,type,investment_type,investment_category';
  for (const number of ['-1', '1,5', '1e3', '1 000', '0.1234567890123456', 'NaN', '=1+1']) {
    const faults = faultsOf('tokens', 'tokens.csv', `${header}\nt,T,T,NGN,"${number}",1,Private,Debt,Bond\n`);
    expect(faults).toEqual([
      expect.stringMatching(/^tokens\.csv:2: price\.buy: must be a number of 0 or more/),
    ]);
  }
  const faults = faultsOf('tokens', 'tokens.csv', `${header}\nt,T,T,ngn,1,1,Private,Bonds,Bond\n`);
  expect(faults).toEqual([
    'tokens.csv:2: currency: must be a currency code in capitals, such as NGN; it is "ngn"',
    'tokens.csv:2: investment_type: must be one of safe, equity, debt, fixed interest; it is "Bonds"',
  ]);
});

it('JSON numbers that a double would round are refused, and those that it holds are taken', () => {
  const terms = (limit: string) => JSON.stringify(TERMS).replace('"NGN":5', `"NGN":\n${limit}`);
  for (const number of ['90071992547409931', '1234567890.123456789', '5.0000000000000001']) {
    expect(faultsOf('terms', 'terms.json', terms(number))).toEqual([
      `terms.json:2: has a number that would be rounded here (${number}); write it with at most 15 digits`,
    ]);
  }
  for (const number of ['0.30000000000000004', '5.00', '15e2', '90071992547409920']) {
    expect(faultsOf('terms', 'terms.json', terms(number))).toEqual([]);
  }
});

it('faults of all files come together, fifty at most, and the rest is counted', () => {
  const lines = Array.from({ length: 70 }, (_, index) => `m-${index},u-${index},,Obi,ada@example.com`);
  const faults = faultsOf('members', 'members.csv', `${HEADER}\n${lines.join('\n')}\n`);
  expect(faults).toHaveLength(51);
  expect(faults.at(49)).toBe('members.csv:51: user.fname: is required; give it a value');
  expect(faults.at(50)).toBe('… and 20 more');
});

it('spreadsheets’ forms of CSV are read: semicolons, tabs, a byte order mark, Windows line ends, no last line end', () => {
  const plain = read('members', 'members.csv', `${HEADER}\n${ADA}\n`).records;
  for (const [from, to] of [
    [/,/g, ';'],
    [/,/g, '\t'],
    [/\n/g, '\r\n'],
    [/^/, '\ufeff'],
    [/\n$/, ''],
    [/,/g, ' , '],
  ] as const) {
    expect(read('members', 'members.csv', `${HEADER}\n${ADA}\n`.replace(from, to)).records).toEqual(plain);
  }
});

it('terms may be CSV: categories are separated by semicolons, limits have a column for each currency', () => {
  const csv =
    'investment_categories,max_amount.NGN,max_amount.GHS,collateral_ratio,duration,interest_rate,grace_period\n"Commercial Paper; Debt",5000000,,0.7,12,0.03,7\n';
  expect(read('terms', 'terms.csv', csv).records.terms?.[0]?.values).toMatchObject({
    investment_categories: ['Commercial Paper', 'Debt'],
    max_amount: { NGN: 5_000_000 },
  });
});

it('a file that can’t be read is named', () => {
  expect(faultsOf('members', 'latin.csv', new Uint8Array([0xe9, 0x0a]))).toEqual([
    'latin.csv: is not UTF-8; save it as UTF-8 (in a spreadsheet, "CSV UTF-8")',
  ]);
  const args = (path: string) => ['--organisation', 'Acme', '--members', path];
  expect(() => importFiles.read(args('/none.csv'))).toThrow("/none.csv: can't be read (ENOENT)");
  expect(() => importFiles.read(args('/none.xlsx'))).toThrow(UsageError);
});

it.each([
  [['--members', 'a.csv'], '--organisation is missing'],
  [
    ['--organisation', 'x'.repeat(201), '--members', 'a.csv'],
    '--organisation must have at most 200 characters.',
  ],
  [['--organisation', 'Acme'], 'There is no file: name one with --members, --tokens or --terms'],
  [
    ['--organisation', 'Acme', '--orders', 'a.csv'],
    "Unknown option '--orders'. The options are --organisation, --members",
  ],
])('wrong options are named: %s', (args, message) => {
  expect(() => importFiles.read(args)).toThrow(message);
});

it('the guide describes every field, and marks those that are required', () => {
  const guide = readFileSync('docs/import.md', 'utf8');
  for (const { fields } of Object.values(KINDS)) {
    for (const [field, { fallback }] of Object.entries(fields)) {
      const row = guide.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${field}\``));
      expect(row, field).toBeDefined();
      expect(row?.includes('required'), field).toBe(fallback === null);
    }
  }
});
