// A certified OpenID provider for tests and for `npm run demo:oidc`, with pages of its own. Plain JavaScript, so that the
// demo needs no build of it.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:22rem;margin:4rem auto;padding:0 1rem}label,button{display:block;width:100%;margin:.5rem 0}input,button{box-sizing:border-box;width:100%;font:inherit;padding:.5rem}';

const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

const page = (title, body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1>${body}</html>`;

const signInPage = (problem) =>
  page(
    'Identity provider',
    `${problem ? `<p role="alert">${escaped(problem)}</p>` : ''}<form method="post">
    <label>User name <input name="user" autocomplete="username" autofocus></label>
    <label>Password <input name="password" type="password" autocomplete="current-password"></label>
    <button name="action" value="sign-in">Sign in</button><button name="action" value="cancel">Cancel</button></form>`,
  );

const consentPage = () =>
  page(
    'Let Pledge know who you are?',
    `<p>Pledge asks for your name, your roles and your organisations.</p><form method="post">
    <button name="action" value="allow">Allow</button><button name="action" value="cancel">Cancel</button></form>`,
  );

export async function startIdentityProvider({ port, pledge, clientSecret, people }) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = {
    ...(await exportJWK(privateKey)),
    kid: randomBytes(8).toString('hex'),
    alg: 'RS256',
    use: 'sig',
  };
  const server = createServer();
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  // Another site than Pledge's in a browser that reaches that one as 127.0.0.1, and the other way round.
  const host = new URL(pledge).hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  const issuer = `http://${host}:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'pledge',
        client_name: 'Pledge',
        client_secret: clientSecret,
        redirect_uris: [`${pledge}/session/oidc/return`],
        post_logout_redirect_uris: [`${pledge}/`],
        backchannel_logout_uri: `${pledge}/session/oidc/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'roles', 'organisation'] },
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(32).toString('hex')] },
    jwks: { keys: [key] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 3_600,
      Grant: 86_400,
      Session: 86_400,
    },
    pkce: { required: () => true },
    // The provider's own dispatcher refuses addresses of this machine.
    fetch: (url, { dispatcher, ...options }) => globalThis.fetch(url, options),
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          const button =
            '<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>';
          ctx.body = page('Sign out of the identity provider?', form + button);
        },
        postLogoutSuccessSource(ctx) {
          ctx.body = page('You are signed out', '');
        },
      },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    async findAccount(_, id) {
      const person = people.find((one) => one.id === id);
      if (!person) return undefined;
      const { name, roles, organisation } = person;
      return { accountId: id, claims: async () => ({ sub: id, name, roles, organisation }) };
    },
    renderError(ctx, { error }) {
      ctx.body = page('This did not work', `<p>${escaped(String(error))}</p>`);
    },
  });

  async function interact(request, response) {
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
    const show = (body) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
    const isConsent = prompt.name === 'consent';
    if (request.method !== 'POST') return show(isConsent ? consentPage() : signInPage(''));
    let text = '';
    for await (const chunk of request) text += chunk;
    const form = new URLSearchParams(text);
    const finish = async (result) =>
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: isConsent });
    if (form.get('action') === 'cancel') return await finish({ error: 'access_denied' });
    if (isConsent) {
      const grant = grantId
        ? await provider.Grant.find(grantId)
        : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
      grant.addOIDCScope(params.scope);
      return await finish({ consent: { grantId: await grant.save() } });
    }
    const person = people.find(
      ({ id, password }) => id === form.get('user') && password === form.get('password'),
    );
    if (!person) return show(signInPage('The user name or the password is wrong.'));
    return await finish({ login: { accountId: person.id } });
  }

  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url.startsWith('/interaction/')) return answer(request, response);
    interact(request, response).catch((error) =>
      response.writeHead(400).end(page('This did not work', escaped(String(error)))),
    );
  });
  return {
    issuer,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
