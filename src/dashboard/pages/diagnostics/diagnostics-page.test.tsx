import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Customer } from '#contract/customers.ts';
import { forgetCalls } from '#dashboard/api/http/call-log.ts';
import { request } from '#dashboard/api/http/client.ts';
import { driftSeen } from '#dashboard/api/http/diagnostics.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, LONG, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();
beforeEach(async () => {
  forgetCalls();
  driftSeen.clear();
  await desk.signIn();
});

const calls = () => screen.getByRole('region', { name: 'Calls' });
const goTo = async (user: Awaited<ReturnType<typeof renderDesk>>) => {
  await user.click(screen.getAllByRole('link', { name: 'Diagnostics' })[0] as HTMLElement);
  // The page of before is gone then, too.
  await waitFor(() => expect(document.title).toBe('Diagnostics · Pledge'), PATIENCE);
};

describe('the answers', () => {
  test('of the service are as the document has them, members without what is kept from browsers, too', async () => {
    const user = await renderDesk('/members');
    await waitFor(() => expect(rowsShown().length).toBeGreaterThan(5), PATIENCE);
    await goTo(user);
    expect(screen.getByText('No mismatches so far.')).toBeVisible();
    const paging = screen.getByRole('region', { name: 'Paging' });
    expect(within(paging).getByText('GET /v1/api/member').closest('tr')).toHaveTextContent('Confirmed');
  });
});

describe('the last calls', () => {
  test('lead back to the failed ones alone where these were listed', async () => {
    const user = await renderDesk('/diagnostics?only=failed');
    await screen.findByText('No call has failed', {}, PATIENCE);
    desk.fault(/^\/nothing$/, () => Response.json({ status: 'error', message: '' }, { status: 404 }));
    await act(async () => void (await request('GET', '/nothing').catch(() => {})));
    await user.click(await within(calls()).findByRole('link', { name: 'GET /nothing' }, PATIENCE));
    await user.click(screen.getByRole('link', { name: 'All calls' }));
    expect(address()).toBe('/diagnostics?only=failed');
    expect(within(calls()).getAllByRole('link')).toHaveLength(1);
  });

  test('stand there with what became of them, newest first, and each can be looked at', async () => {
    const user = await renderDesk('/loans');
    await screen.findByText('All 137 loans.', {}, LONG);
    await goTo(user);
    const row = within(calls()).getByRole('link', {
      name: 'GET /v1/api/creditor/credit/loans?page=2&limit=100',
    });
    const line = row.closest('tr') as HTMLElement;
    expect(line).toHaveTextContent(/200[\d.,]+ m?s\d+(\.\d+)? k/);
    await user.click(row);
    expect(address()).toMatch(/^\/diagnostics\?call=\d+$/);
    expect(screen.getByRole('link', { name: 'All calls' })).toHaveFocus();
    const answer = screen.getByRole('region', { name: 'Response' });
    expect(answer).toHaveTextContent('content-typeapplication/json');
    expect(answer).toHaveTextContent('"status": "success"');
    expect(answer).toHaveTextContent('… cut here');
    expect(answer).toHaveTextContent('"reason": "•••"');
    await user.click(screen.getByRole('link', { name: 'All calls' }));
    expect(address()).toBe('/diagnostics');
  });

  test('that failed, found no connection, took too long or were taken back are told apart', async () => {
    await renderDesk('/diagnostics');
    expect(await screen.findByRole('region', { name: 'Calls' }, PATIENCE)).toBeVisible();
    const ask = async (path: string, fault: () => Response | Promise<Response>) => {
      const end = desk.fault(new RegExp(`^${path}$`), fault);
      await act(async () => void (await request('GET', path).catch(() => {})));
      end();
    };
    await ask('/journal/refused', () => Response.json({ status: 'error', message: 'No' }, { status: 409 }));
    await ask('/journal/offline', () => Promise.reject(new TypeError('Failed to fetch')));
    await ask('/journal/slow', () => Promise.reject(new DOMException('', 'TimeoutError')));
    await ask('/journal/left', () => Promise.reject(new DOMException('', 'AbortError')));
    const wordFor = (path: string) =>
      within(calls())
        .getByRole('link', { name: new RegExp(path) })
        .closest('tr')?.textContent;
    expect(wordFor('/journal/refused')).toContain('409');
    expect(wordFor('/journal/offline')).toContain('No connection');
    expect(wordFor('/journal/slow')).toContain('Timed out');
    expect(wordFor('/journal/left')).toContain('Cancelled');
    expect(screen.getByRole('link', { name: /^Failed 3$/ })).toBeVisible();
  });

  test('can be narrowed to those that failed, and forgotten', async () => {
    const user = await renderDesk('/diagnostics?only=failed');
    expect(await screen.findByText('No call has failed', {}, PATIENCE)).toBeVisible();
    desk.fault(/^\/journal\/x$/, () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    for (let attempt = 0; attempt < 2; attempt++)
      await act(async () => void (await request('GET', '/journal/x').catch(() => {})));
    await waitFor(() => expect(rowsShown().length).toBeGreaterThanOrEqual(2));
    // The newest says that the same was read in vain before.
    const [newest, before] = within(calls())
      .getAllByRole('link')
      .map((link) => link.closest('tr'));
    expect(within(newest as HTMLElement).getAllByRole('cell')[5]).toHaveTextContent('1');
    expect(within(before as HTMLElement).getAllByRole('cell')[5]).toHaveTextContent('0');
    await user.click(screen.getByRole('button', { name: 'Clear log' }));
    expect(await screen.findByText('No call has failed')).toBeVisible();
  });

  test('that the address names but nobody remembers are passed over', async () => {
    await renderDesk('/diagnostics?call=999999&only=nonsense');
    expect(await screen.findByRole('region', { name: 'Calls' }, PATIENCE)).toBeVisible();
  });
});

describe('what is private', () => {
  test('stands nowhere: neither in the list nor in a call, nor in its command', async () => {
    const all: Customer[] = (await desk.gateway.service.call('listCustomers')).body.data;
    const [{ _id, name }] = all as [Customer];
    const user = await renderDesk('/members');
    await waitFor(() => expect(rowsShown().length).toBeGreaterThan(5), PATIENCE);
    await act(async () => {
      await request('GET', `/v1/api/customers/transactions?email=${encodeURIComponent(_id.email)}&page=1`);
      const body = { accessToken: 'pledge_demo_crestline' };
      await request('POST', '/session', { body });
    });
    await goTo(user);
    const paths = within(calls())
      .getAllByRole('link')
      .map((link) => link.getAttribute('href') ?? '');
    expect(paths.length).toBeGreaterThanOrEqual(3);
    const { members } = (await desk.gateway.service.call('listMembers', { query: { limit: 25 } })).body.data;
    const secrets = [_id.email, name, 'pledge_demo', members[0].user.email, members[0].user.phone];
    const see = () => {
      for (const secret of secrets) expect(document.body.textContent).not.toContain(secret);
      expect(document.body.textContent?.replaceAll('•••@•••', '')).not.toMatch(/\S@\S/);
    };
    see();
    for (const path of paths) {
      const link = within(calls())
        .getAllByRole('link')
        .find((each) => each.getAttribute('href') === path);
      await user.click(link as HTMLElement);
      see();
      await user.click(screen.getByRole('link', { name: 'All calls' }));
    }
  });

  test('is gone with its holder: the next one finds none of the calls', async () => {
    const user = await renderDesk('/loans');
    await screen.findByText('All 137 loans.', {}, LONG);
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await user.click(await screen.findByRole('button', { name: /^Harbour/ }, PATIENCE));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Sign in' })).toBeNull(), PATIENCE);
    await goTo(user);
    expect(screen.queryByRole('link', { name: /credit\/loans\?page=2&limit=100$/ })).toBeNull();
  });

  const toPledge = [location.origin, 'Cookie: $PLEDGE_SESSION'];
  test.each([
    ['the demo’s', null, toPledge],
    ['our own', { kind: 'live', host: 'embedded service' }, toPledge],
    [
      'another’s',
      { kind: 'live', host: 'a.example', address: 'http://a.example/base' },
      ['http://a.example/base', 'Authorization: Bearer $ACCESS_TOKEN'],
    ],
  ])(
    'a call is copied as a command without the session, if the service is %s',
    async (_whose, environment, [address, header]) => {
      desk.fault(/\/session$/, async (_request, pass) => {
        const { data, ...rest } = await (await pass()).json();
        return Response.json({ ...rest, data: { ...data, ...(environment && { environment }) } });
      });
      const copied = vi.fn(async () => {});
      const user = await renderDesk('/tokens');
      vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied);
      await waitFor(() => expect(rowsShown().length).toBeGreaterThan(5), PATIENCE);
      await goTo(user);
      const first = within(calls())
        .getAllByRole('link', { name: /api\/tokens/ })
        .at(-1);
      await user.click(first as HTMLElement);
      await user.click(screen.getByRole('button', { name: 'Copy as curl' }));
      expect(copied).toHaveBeenCalledWith(
        `curl '${address}/v1/api/tokens?page=1&limit=100' \\\n  --header "${header}"`,
      );
    },
  );
});

describe('the answers that differ', () => {
  test('that differ from the document are counted by field, and the pages by their echo', async () => {
    desk.fault(/credit\/loans/, async (_request, pass) => {
      const body = await (await pass()).json();
      body.data.page = 1;
      for (const loan of body.data.docs) {
        delete loan.currency;
        loan.amount = 'a lot';
        loan.added_yesterday = 1;
      }
      return Response.json(body);
    });
    const user = await renderDesk('/loans');
    await screen.findByText(/^Paging not confirmed/, {}, LONG);
    await goTo(user);
    const drift = screen.getByRole('region', { name: 'Drift' });
    for (const [field, difference] of [
      ['docs[].currency', 'missing'],
      ['docs[].amount', 'of another type'],
      ['docs[].added_yesterday', 'not in the specification'],
    ]) {
      const row = within(drift)
        .getByText(field as string)
        .closest('tr');
      expect(row).toHaveTextContent(`GET /v1/api/creditor/credit/loans${field}${difference}`);
      expect(Number(row?.lastElementChild?.textContent)).toBeGreaterThanOrEqual(25);
    }
    const paging = screen.getByRole('region', { name: 'Paging' });
    expect(within(paging).getByText('Paging not confirmed')).toBeVisible();
    expect(paging).toHaveTextContent('page 1 where page 2 was asked for');
  });
});
