import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { DeskState } from '#contract/session.ts';
import { importFiles } from '#service/commands/import-files.ts';
import { issueToken } from '#service/commands/issue-token.ts';
import { runOn } from '#tests/support/command.ts';
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { temporaryFolder } from '#tests/support/processes.ts';
import { CRESTLINE, HARBOUR } from '#tests/support/service.ts';
import { embeddedUpstream, type UpstreamReply } from '../proxy/upstream.ts';

const NAME = 'Acme & Söhne, Lagos';

let gateway: TestGateway;
/** What another service answers instead of the name of the organisation. */
let change: (reply: UpstreamReply) => UpstreamReply = (reply) => reply;
beforeAll(async () => {
  gateway = await startTestGateway({
    upstream: async (request) => change(await embeddedUpstream(gateway.service.fetch)(request)),
  });
});
afterAll(() => gateway.close());

/** Signs in with a new access token of an organisation that has nothing but it. */
async function signIn() {
  const args = ['--organisation', NAME];
  const token = (await runOn(gateway.service.database, issueToken, args)).at(-1) ?? '';
  const response = await gateway.browser().signIn(token);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return { token, text, session: (JSON.parse(text) as { data: DeskState }).data.session };
}

it('an access token that the service refuses is on record, for no organisation', async () => {
  const response = await gateway.browser('203.0.113.7').signIn('mistyped');
  expect(response.status).toBe(401);
  const { rows } = await gateway.service.database.pool.query(
    "select action, who, result, details->>'address' as address, details::text as text from desk.audit where owner = ''",
  );
  expect(rows).toEqual([
    {
      action: 'sign-in-refused',
      who: null,
      result: 'token-refused',
      address: '203.0.113.7',
      text: expect.not.stringContaining('mistyped'),
    },
  ]);
});

it('is the same organisation’s although the member that its service lists first can’t be read', async () => {
  const salt = async () => {
    const { data } = await (await gateway.browser().signIn()).json();
    return data.session.customerSalt;
  };
  onTestFinished(() => {
    change = (reply) => reply;
  });
  change = ({ organisation: _, ...reply }) => reply;
  const before = await salt();
  change = ({ organisation: _, ...reply }) => {
    const value = JSON.parse(new TextDecoder().decode(reply.body));
    if (value.data.members?.[0]) value.data.members[0].organisation = null;
    return { ...reply, body: new TextEncoder().encode(JSON.stringify(value)) };
  };
  expect(await salt()).toBe(before);
});

it('is not another organisation’s because their service names neither of them', async () => {
  onTestFinished(() => {
    change = (reply) => reply;
  });
  change = ({ organisation: _, ...reply }) => {
    const value = JSON.parse(new TextDecoder().decode(reply.body));
    for (const member of value.data.members ?? []) member.organisation = '';
    return { ...reply, body: new TextEncoder().encode(JSON.stringify(value)) };
  };
  const salts = [CRESTLINE, HARBOUR].map(async (accessToken) => {
    const { data } = await (await gateway.browser().signIn(accessToken)).json();
    return data.session.customerSalt;
  });
  const [one, other] = await Promise.all(salts);
  expect(one).not.toBe(other);
});

describe('a session of an organisation without members or terms', () => {
  it('is called by the organisation’s own name', async () => {
    const { session } = await signIn();
    expect(session).toMatchObject({ label: NAME, creditor: null });
  });

  it('is the same organisation’s with every token, and when it has members', async () => {
    const [one, two] = [await signIn(), await signIn()];
    expect(two.session?.customerSalt).toBe(one.session?.customerSalt);
    const folder = temporaryFolder();
    const file = join(folder.path, 'members.csv');
    writeFileSync(file, '_id,user._id,user.fname,user.lname,user.email\nm,u,Ada,Obi,ada@example.com\n');
    await runOn(gateway.service.database, importFiles, ['--organisation', NAME, '--members', file]);
    folder.remove();
    expect((await signIn()).session?.customerSalt).toBe(one.session?.customerSalt);
  });

  it('has a plain label if the service doesn’t name it', async () => {
    change = ({ organisation: _, ...reply }) => reply;
    expect((await signIn()).session).toMatchObject({ label: 'Your organisation' });
  });

  it('never shows an access token that the service puts into the name', async () => {
    let sent = '';
    const original = gateway.service.fetch;
    change = (reply) => ({ ...reply, organisation: { id: 'o', name: `Acme ${sent}` } });
    gateway.service.fetch = async (request, remote) => {
      sent = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
      return await original(request, remote);
    };
    const { token, text, session } = await signIn();
    expect(session?.label).toBe('Acme [access token]');
    expect(text).not.toContain(token);
  });
});
