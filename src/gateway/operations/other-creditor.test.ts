import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JournalEntry, KEY_HEADER, NOTE_HEADER } from '#contract/operations.ts';
import { newReference, withReference } from '#contract/reference.ts';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { addCreditor, type Lending, lendingOf, loanBody } from '#tests/support/lending.ts';
import { loans, sessionOf, signInAt } from '#tests/support/provider-sign-in.ts';
import { CRESTLINE } from '#tests/support/service.ts';
import { oidcSettings, type ShapedProvider, startShapedProvider } from '#tests/support/shaped-provider.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '../proxy/upstream.ts';

const OTHER = 'pledge_other_creditor';

let provider: ShapedProvider;
let gateway: TestGateway;
let lending: Lending;
let edge: Upstream | null = null;
let now = Date.now();

const real: Upstream = async (request) => await embeddedUpstream(gateway.service.fetch)(request);

beforeAll(async () => {
  provider = await startShapedProvider();
  provider.claims = { roles: ['creditor'] };
  gateway = await startTestGateway({
    oidcSettings: oidcSettings(provider.issuer),
    clock: () => now,
    upstream: async (request) => await (edge ?? real)(request),
  });
  lending = await lendingOf(gateway.service, 'Crestline', 'NGN');
  await addCreditor(gateway.service, lending, OTHER);
});
afterAll(async () => {
  await gateway.close();
  await provider.close();
});

/** Asks for a loan that is created, and whose answer is lost. Returns the id of its entry. */
async function lose(owner: TestBrowser): Promise<string | null> {
  const reference = newReference();
  edge = async (request) => {
    if (request.method !== 'POST') return await real(request);
    expect((await real(request)).status).toBe(201);
    throw new UpstreamFault('broken');
  };
  const lost = await owner.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [KEY_HEADER]: randomUUID(),
      [NOTE_HEADER]: Buffer.from(JSON.stringify({ reference })).toString('base64url'),
    },
    body: JSON.stringify({ ...loanBody(lending), reason: withReference('', reference) }),
  });
  edge = null;
  return lost.headers.get('x-pledge-entry');
}

async function checkForLong(): Promise<void> {
  for (const pause of [0, 1, 2, 4, 8, 15, 30, 60]) {
    now += pause * 1_000;
    await gateway.operations.resolver.sweep();
  }
}

async function entryOf(browser: TestBrowser, id: string | null): Promise<JournalEntry> {
  return (await (await browser.fetch(`/journal/${id}`)).json()).data;
}

it('never proves by the loans of another creditor that a loan was not created', async () => {
  const owner = gateway.browser();
  await owner.signIn();
  const id = await lose(owner);
  const other = gateway.browser();
  expect((await other.signIn(OTHER, { name: 'North' })).status).toBe(200);
  expect((await other.fetch(`/journal/${id}/check`, { method: 'POST' })).status).toBe(202);
  await checkForLong();
  expect(await entryOf(owner, id)).toMatchObject({ outcome: 'done', by: 'this-request' });
});

describe('an organisation whose access token becomes that of another creditor', () => {
  beforeEach(async () => {
    now = Date.now();
    await gateway.service.database.pool.query('truncate desk.journal');
    await gateway.organisations.keep('Crestline', CRESTLINE);
  });

  it('has no loan checked by it', async () => {
    const { browser } = await signInAt(gateway);
    const id = await lose(browser);
    await gateway.organisations.keep('Crestline', OTHER);
    await checkForLong();
    await gateway.organisations.keep('Crestline', CRESTLINE);
    now += 60_000;
    await gateway.operations.resolver.sweep();
    expect(await entryOf((await signInAt(gateway)).browser, id)).toMatchObject({ outcome: 'done' });
  });

  it('has its sessions ended: what they may see are no longer the loans that the service returns', async () => {
    const { browser } = await signInAt(gateway);
    expect(await sessionOf(browser)).toMatchObject({ creditor: { id: lending.creditorId } });
    await gateway.organisations.keep('Crestline', OTHER);
    expect((await loans(browser)).status).toBe(401);
    const again = (await signInAt(gateway)).browser;
    expect(await sessionOf(again)).toMatchObject({ creditor: { id: 'other-creditor' } });
  });
});
