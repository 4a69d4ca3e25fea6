import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import type { CollateralContent, LoanCollateral } from '#contract/loan-collateral.ts';
import type { Role } from '#contract/permissions.ts';
import { browserAs, newestApproval, sendJson, setRules } from '#tests/support/approvals.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
  withKey,
} from '#tests/support/gateway.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { HARBOUR } from '#tests/support/service.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ describeService: describeDemo });
});
afterAll(() => gateway.close());

async function signedIn(demoRole: Role, token?: string): Promise<TestBrowser> {
  const browser = gateway.browser();
  await browser.signIn(token, { demoRole });
  return browser;
}

const line = { tokenId: 'token-1', name: 'A bond', quantity: '1000.5', price: '95.25' };
const content = (more: Partial<CollateralContent> = {}): CollateralContent => ({
  lines: [line],
  version: 0,
  ...more,
});

async function put(browser: TestBrowser, loan: string, body: unknown) {
  const response = await browser.fetch(`/desk/collateral/${loan}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { message, code, data } = await response.json();
  return { status: response.status, message, code, collateral: data as LoanCollateral };
}

async function of(browser: TestBrowser, loan: string): Promise<LoanCollateral | undefined> {
  const { data } = await (await browser.fetch('/desk/collateral')).json();
  return data.collateral.find((one: LoanCollateral) => one.loan === loan);
}

describe('collateral recorded by hand', () => {
  it('is seen by everyone of the organisation and by no one else, with who and when', async () => {
    const creditor = await signedIn('creditor');
    const saved = await put(creditor, 'loan-1', content());
    expect(saved.collateral).toMatchObject({ loan: 'loan-1', source: 'recorded', version: 1, found: false });
    expect(saved.collateral.lines).toEqual([{ ...line, priceAt: null }]);
    expect(saved.collateral.who).not.toBe('');
    expect(await of(await signedIn('analyst'), 'loan-1')).toEqual(saved.collateral);
    expect(await of(await signedIn('creditor', HARBOUR), 'loan-1')).toBeUndefined();
  });

  it('is recorded once, however often and at once the request is sent', async () => {
    const creditor = await signedIn('creditor');
    const all = await Promise.all([1, 2, 3].map(() => put(creditor, 'loan-2', content())));
    expect(all.map(({ status, collateral }) => [status, collateral.version])).toEqual(
      [1, 2, 3].map(() => [200, 1]),
    );
  });

  it('that has changed in the meantime is not overwritten, and can be removed', async () => {
    const creditor = await signedIn('creditor');
    await put(creditor, 'loan-3', content());
    await put(creditor, 'loan-3', content({ lines: [{ ...line, quantity: '7' }], version: 1 }));
    const late = await put(creditor, 'loan-3', content({ lines: [{ ...line, quantity: '8' }], version: 1 }));
    expect(late).toMatchObject({ status: 409, code: 'COLLATERAL_CHANGED' });
    expect((await of(creditor, 'loan-3'))?.lines[0]?.quantity).toBe('7');
    expect((await put(creditor, 'loan-3', content({ lines: [], version: 2 }))).status).toBe(200);
    expect(await of(creditor, 'loan-3')).toBeUndefined();
  });

  it('is recorded anew after it was removed, which a form that still shows it does not undo', async () => {
    const creditor = await signedIn('creditor');
    await put(creditor, 'loan-4', content());
    await put(creditor, 'loan-4', content({ lines: [], version: 1 }));
    const again = await put(creditor, 'loan-4', content({ lines: [{ ...line, quantity: '7' }] }));
    expect(again).toMatchObject({ status: 200, collateral: { version: 3 } });
    const late = await put(creditor, 'loan-4', content({ lines: [{ ...line, quantity: '8' }], version: 1 }));
    expect(late).toMatchObject({ status: 409, code: 'COLLATERAL_CHANGED' });
    expect((await of(creditor, 'loan-4'))?.lines[0]?.quantity).toBe('7');
  });

  it('is in the audit log at its loan', async () => {
    const administrator = await signedIn('administrator');
    await put(await signedIn('creditor'), 'loan-audited', content());
    const { data } = await (await administrator.fetch('/desk/log?loan=loan-audited')).json();
    const [entry] = data.entries as AuditEntry[];
    expect(entry).toMatchObject({ action: 'collateral-recorded', details: { version: 1 } });
    expect(JSON.stringify(entry?.details)).toContain('1000.5 × token-1 at 95.25');
  });

  it.each([
    ['a quantity of 0', { lines: [{ ...line, quantity: '0.00' }] }, /^lines\.0\.quantity: must be greater/],
    ['a quantity with an exponent', { lines: [{ ...line, quantity: '1e3' }] }, /plain decimal/],
    ['a negative price', { lines: [{ ...line, price: '-1' }] }, /^lines\.0\.price: must be a plain/],
    ['the same token twice', { lines: [line, line] }, /^lines: must name each token once/],
    [
      '51 lines',
      { lines: Array.from({ length: 51 }, (_, at) => ({ ...line, tokenId: `${at}` })) },
      /50 lines/,
    ],
    ['a field of its own', { who: 'me' }, /^who: is not a field/],
  ])('of %s is refused, and the message names the field', async (_, more, message) => {
    const refused = await put(await signedIn('creditor'), 'loan-4', { ...content(), ...more });
    expect(refused.status).toBe(400);
    expect(refused.message).toMatch(message);
  });
});

it('no loan has an id that is too long to be recorded', async () => {
  const refused = await put(await signedIn('creditor'), randomBytes(2_000).toString('hex'), content());
  expect(refused).toMatchObject({ status: 400, message: 'loan: must have at most 200 characters' });
});

it('the collateral of a loan created here is known to everyone, priced as it was, and not changed by hand', async () => {
  const creditor = await signedIn('creditor');
  const lending = await lendingOf(gateway.service, 'Crestline', 'NGN');
  const body = loanBody(lending);
  const [token] = lending.tokens;
  const pledged = { token_id: token?.id, name: token?.name, quantity: body.collaterals[0]?.quantity };
  const note = { collateral: [{ ...pledged, sell_price: 12.5, price_at: null }] };
  const response = await creditor.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: {
      ...withKey(),
      'content-type': 'application/json',
      'x-pledge-note': Buffer.from(JSON.stringify(note)).toString('base64url'),
    },
    body: JSON.stringify(body),
  });
  const { data } = await response.json();
  const known = await of(await signedIn('analyst'), data.id);
  expect(known).toMatchObject({ source: 'created', version: 0, found: false });
  expect(known?.lines).toContainEqual({
    tokenId: token?.id,
    name: token?.name,
    price: '12.5',
    priceAt: null,
    quantity: String(body.collaterals[0]?.quantity),
  });
  expect(await put(creditor, data.id, content())).toMatchObject({ status: 409, code: 'COLLATERAL_CHANGED' });
});

it('what was recorded by hand gives way once the loan is found to have been created here', async () => {
  const creditor = await signedIn('creditor');
  expect((await put(creditor, 'loan-found', content())).status).toBe(200);
  // As a check does that finds what became of a request whose answer was lost.
  await gateway.service.database.pool.query(
    `insert into desk.journal (id, owner, kind, outcome, at, who, target, note, body, reply, request_id)
     select $1, owner, 'createLoan', 'done', now(), 'David Eze', '{}', '{}', $2, '{"id": "loan-found"}', ''
     from desk.loan_collateral where loan = 'loan-found'`,
    [randomBytes(14).toString('hex'), { collaterals: [{ token_id: 'token-2', quantity: 7 }] }],
  );
  const known = await (await creditor.fetch('/desk/collateral')).json();
  const [one, ...others] = known.data.collateral.filter(({ loan }: LoanCollateral) => loan === 'loan-found');
  expect(others).toEqual([]);
  expect(one).toMatchObject({ source: 'created', lines: [{ tokenId: 'token-2', quantity: '7' }] });
});

it('a loan that was created at once was not found by a check, although an earlier request for it was withdrawn', async () => {
  const administrator = await browserAs(gateway, 'administrator');
  const creditor = await browserAs(gateway, 'creditor');
  const body = {
    ...loanBody(await lendingOf(gateway.service, 'Crestline', 'NGN')),
    amount: '1000',
    repayment_amount: '1000',
  };
  const init = {
    method: 'POST',
    headers: { ...withKey(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  await setRules(administrator, { loanAmount: { on: true, above: { NGN: '1' } } });
  expect((await creditor.fetch('/v1/api/credit/loan', init)).status).toBe(202);
  const { id } = await newestApproval(creditor);
  await sendJson(creditor, 'POST', `/desk/approvals/${id}/withdraw`, { reason: 'Mine' });
  await setRules(administrator, {});
  const { data } = await (await creditor.fetch('/v1/api/credit/loan', init)).json();
  expect(await of(creditor, data.id)).toMatchObject({ source: 'created', found: false });
});
