import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Upstream, UpstreamFault } from '#gateway/proxy/upstream.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, expectLoans, loansOf, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';
import { CRESTLINE, HARBOUR } from '#tests/support/service.ts';

const desk = deskOfFile();
const field = () => screen.getByLabelText<HTMLInputElement>('Access token');
const nameField = () => screen.getByLabelText('Your name');
const button = () => screen.getByRole('button', { name: 'Sign in' });

/** Lets the gateway say that it has an identity provider. Returns how to end it. */
const withProvider = (token: boolean) =>
  desk.fault(/^\/session$/, async (_request, pass) => {
    const body = await (await pass()).json();
    body.data.signIn = { organisation: true, token };
    return Response.json(body);
  });

describe('signing in with the organisation', () => {
  const link = () => screen.findByRole('link', { name: 'Sign in with your organisation' });

  test('is the only way where access tokens are off, and comes back to the page', async () => {
    withProvider(false);
    await renderDesk('/loans?status=REPAID');
    expect(await link()).toHaveAttribute('href', '/session/oidc?to=%2Floans%3Fstatus%3DREPAID');
    expect(screen.queryByLabelText('Access token')).toBeNull();
    expect(screen.queryByText(/Or try the demo/)).toBeNull();
  });

  test('is offered above the access token where both are on', async () => {
    withProvider(true);
    await renderDesk('/loans');
    expect(await link()).toBeVisible();
    expect(field()).toBeVisible();
  });

  test('in another tab goes on with what was under way, and not before', async () => {
    withProvider(false);
    await desk.signIn();
    const user = await renderDesk('/loans');
    await expectLoans(await loansOf(desk));
    desk.endSession();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('dialog', { name: 'Your session has ended' }, PATIENCE)).toBeVisible();
    expect(await link()).toHaveAttribute('target', '_blank');
    desk.asked();
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(desk.asked()).toEqual(['GET /session']));
    expect(screen.getByRole('dialog')).toBeVisible();
    await desk.signIn();
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE);
    await expectLoans(await loansOf(desk));
  });
});

describe('signing in', () => {
  test('is what stands there first, with one heading, its title, and the cursor in the field', async () => {
    await renderDesk('/loans');
    expect(screen.getAllByRole('heading', { level: 1 }).map((h) => h.textContent)).toEqual(['Sign in']);
    expect(document.title).toBe('Sign in · Pledge');
    expect(field()).toHaveFocus();
    expect(desk.asked().filter((request) => request.includes('/v1/'))).toEqual([]);
  });

  test('shows the token only on demand', async () => {
    const user = await renderDesk('/loans');
    expect(field().type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show the token' }));
    expect(field().type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Hide the token' }));
    expect(field().type).toBe('password');
  });

  test('goes to the page and the place in it that was asked for', async () => {
    const user = await renderDesk('/loans?status=REPAID');
    await user.type(nameField(), 'Ruth Kamau');
    await user.type(field(), `${CRESTLINE}{Enter}`);
    const loans = [...(await loansOf(desk, 1, 100)), ...(await loansOf(desk, 2, 100))];
    await expectLoans(loans.filter(({ status }) => status === 'REPAID'));
    expect(address()).toBe('/loans?status=REPAID');
    expect(document.title).toBe('Loans · Pledge');
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('takes a token with spaces and line breaks around it', async () => {
    const user = await renderDesk('/loans');
    await user.type(nameField(), 'Ruth Kamau');
    await user.click(field());
    await user.paste(` \t${CRESTLINE} \n`);
    await user.click(button());
    expect(await screen.findByText('Crestline Capital')).toBeVisible();
  });

  test.each([
    ['Crestline with every role', 'Crestline Capital', CRESTLINE],
    ['Harbour with every role', 'Harbour Credit', HARBOUR],
  ])('as %s takes one press of a button in the demo', async (organisation, creditor, token) => {
    const user = await renderDesk('/loans');
    await user.click(screen.getByRole('button', { name: organisation }));
    expect(await screen.findByText(creditor)).toBeVisible();
    await expectLoans(await loansOf(desk, 1, 25, token));
  });

  test('sends the token once, however often it is pressed', async () => {
    let release = () => {};
    desk.fault(/^\/session$/, async (request, pass) => {
      if (request.method === 'POST') await new Promise<void>((resolve) => (release = resolve));
      return await pass();
    });
    const user = await renderDesk('/loans');
    await user.type(nameField(), 'Ruth Kamau');
    await user.type(field(), CRESTLINE);
    await user.click(button());
    await user.click(button());
    await user.click(screen.getByRole('button', { name: /^Harbour/ }));
    expect(desk.asked().filter((request) => request.startsWith('POST'))).toEqual(['POST /session']);
    release();
    expect(await screen.findByText('Crestline Capital')).toBeVisible();
  });
});

describe('a person', () => {
  test('who gives a name is called by it, and has every role', async () => {
    const user = await renderDesk('/settings');
    await user.type(nameField(), 'Ruth Kamau');
    await user.type(field(), `${CRESTLINE}{Enter}`);
    expect(await screen.findByText('Crestline Capital')).toBeVisible();
    expect(screen.getByText(/You are signed in as/)).toHaveTextContent(
      'You are signed in as Ruth Kamau (self-declared), Analyst, Creditor, Operations, Approver, Administrator.',
    );
  });

  test('who gives none is asked for it, and loses nothing', async () => {
    const user = await renderDesk('/loans');
    desk.asked();
    await user.type(field(), `${CRESTLINE}{Enter}`);
    await waitFor(() => expect(nameField()).toBeInvalid());
    expect(nameField()).toHaveFocus();
    expect(nameField()).toHaveAccessibleDescription(expect.stringMatching(/Type your name/));
    expect(field()).toHaveValue(CRESTLINE);
    expect(desk.asked()).toEqual([]);
  });

  test('of the demo is one press away, and is offered what their role includes', async () => {
    const user = await renderDesk('/');
    const people = screen.getByRole('list', { name: 'People of Crestline' });
    await user.click(within(people).getByRole('button', { name: /Operations$/ }));
    const pages = await screen.findByRole('navigation', { name: 'Pages' }, PATIENCE);
    expect(screen.getByTitle('Ruth Kamau, Crestline Capital')).toBeVisible();
    expect(within(pages).getByRole('link', { name: /^Cancel orders/ })).toBeVisible();
    expect(within(pages).queryByRole('link', { name: 'New loan' })).toBeNull();
    expect(within(pages).queryByRole('link', { name: 'People' })).toBeNull();
  });

  test.each([
    ['analyst', '/loans/new', /To create loans, you need the role Creditor/],
    ['analyst', '/orders/cancel', /To cancel orders, you need the role Operations/],
    ['creditor', '/orders/runs', /you need the role Operations, Approver, or Administrator/],
    ['operations', '/people', /you need the role Administrator/],
  ])('in the role %s who opens %s is told whom to ask', async (demoRole, path, words) => {
    await desk.signIn(CRESTLINE, { demoRole });
    await renderDesk(path);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      'Your role does not include this page',
    );
  });
});

describe('a token that can’t be one', () => {
  test.each([
    ['nothing at all', '', 'Enter your access token.'],
    ['only spaces', '   ', 'Enter your access token.'],
    ['a space in the middle', 'pledge demo', /contains no spaces or line breaks/],
    ['a letter that none has', 'plédge', /letters, digits and/],
    ['513 characters', 'x'.repeat(513), 'An access token has at most 512 characters.'],
  ])('is not sent: %s', async (_name, text, message) => {
    const user = await renderDesk('/loans');
    desk.asked();
    await user.click(field());
    if (text) await user.paste(text);
    await user.click(button());
    await waitFor(() => expect(field()).toBeInvalid());
    expect(field()).toHaveAccessibleDescription(expect.stringMatching(message));
    expect(field()).toHaveValue(text);
    expect(field()).toHaveFocus();
    expect(desk.asked()).toEqual([]);
  });
});

const answer = (status: number, contentType: string, body: string): Upstream => {
  return async () => ({ status, contentType, retryAfter: null, body: new TextEncoder().encode(body) });
};
const failing = (kind: UpstreamFault['kind']): Upstream => {
  return async () => {
    throw new UpstreamFault(kind);
  };
};

describe('a sign-in that fails', () => {
  test.each<[string, Upstream | null, string]>([
    ['the token is wrong', null, 'That access token isn’t valid'],
    ['the service is down', failing('unreachable'), 'The service can’t be reached'],
    ['the service is slow', failing('timeout'), 'The service did not answer in time'],
    [
      'the service sends a web page',
      answer(200, 'text/html', '<h1>Welcome</h1>'),
      'Unexpected response from the service',
    ],
    [
      'the service sends something else',
      answer(200, 'application/json', '[1]'),
      'Unexpected response from the service',
    ],
  ])('says so in its own words and keeps the token: %s', async (_name, upstream, title) => {
    desk.replaceService(upstream);
    const user = await renderDesk('/loans');
    await user.type(nameField(), 'Ruth Kamau');
    await user.type(field(), 'mistyped{Enter}');
    expect(await screen.findByRole('alert', {}, PATIENCE)).toHaveTextContent(title);
    expect(field()).toHaveValue('mistyped');
    expect(desk.asked().filter((request) => request.startsWith('POST'))).toHaveLength(1);

    desk.replaceService(null);
    await user.clear(field());
    await user.type(field(), `${CRESTLINE}{Enter}`);
    expect(await screen.findByText('Crestline Capital')).toBeVisible();
  });

  test('is no longer shown once the form itself has another fault', async () => {
    const user = await renderDesk('/loans');
    await user.type(nameField(), 'Ruth Kamau');
    await user.type(field(), 'mistyped{Enter}');
    expect(await screen.findByRole('alert', {}, PATIENCE)).toHaveTextContent('isn’t valid');
    await user.clear(field());
    await user.type(field(), '{Enter}');
    expect(await screen.findByText('Enter your access token.')).toBeVisible();
    expect(screen.queryByText('That access token isn’t valid')).toBeNull();
  });

  test('tells a desk out of reach from a service out of reach', async () => {
    desk.fault(/^\/session$/, (request, pass) => {
      if (request.method === 'POST') throw new TypeError('fetch failed');
      return pass();
    });
    const user = await renderDesk('/loans');
    await user.type(nameField(), 'Ruth Kamau');
    await user.type(field(), `${CRESTLINE}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('Pledge can’t be reached');
    expect(field()).toHaveValue(CRESTLINE);
  });

  test('says how long to wait after too many attempts', async () => {
    desk.fault(/^\/session$/, (request, pass) => {
      if (request.method !== 'POST') return pass();
      const body = { status: 'error', message: 'Too many.', code: 'TOO_MANY_ATTEMPTS' };
      return Response.json(body, { status: 429, headers: { 'retry-after': '42' } });
    });
    const user = await renderDesk('/loans');
    await user.type(nameField(), 'Ruth Kamau');
    await user.type(field(), `${CRESTLINE}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('Try again in 42 s.');
  });
});
