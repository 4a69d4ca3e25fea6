import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type JournalEntry, KEY_HEADER, NOTE_HEADER } from '#contract/operations.ts';
import { newReference, withReference } from '#contract/reference.ts';
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { addCreditor, type Lending, lendingOf, loanBody } from '#tests/support/lending.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '../proxy/upstream.ts';

const OTHER = 'pledge_other_creditor';

let gateway: TestGateway;
let lending: Lending;
let edge: Upstream | null = null;
let now = Date.now();

const real: Upstream = async (request) => await embeddedUpstream(gateway.service.fetch)(request);

beforeAll(async () => {
  gateway = await startTestGateway({
    clock: () => now,
    upstream: async (request) => await (edge ?? real)(request),
  });
  lending = await lendingOf(gateway.service, 'Crestline', 'NGN');
  await addCreditor(gateway.service, lending, OTHER);
});
afterAll(() => gateway.close());

it('never proves by the loans of another creditor that a loan was not created', async () => {
  const owner = gateway.browser();
  await owner.signIn();
  const reference = newReference();
  edge = async (request) => {
    if (request.method === 'POST') expect((await real(request)).status).toBe(201);
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
  const id = lost.headers.get('x-pledge-entry');
  edge = null;

  const other = gateway.browser();
  expect((await other.signIn(OTHER, { name: 'North' })).status).toBe(200);
  expect((await other.fetch(`/journal/${id}/check`, { method: 'POST' })).status).toBe(202);
  for (const pause of [0, 1, 2, 4, 8, 15, 30, 60]) {
    now += pause * 1_000;
    await gateway.operations.resolver.sweep();
  }
  const { data } = (await (await owner.fetch(`/journal/${id}`)).json()) as { data: JournalEntry };
  expect(data).toMatchObject({ outcome: 'done', by: 'this-request' });
});
