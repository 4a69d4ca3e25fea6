import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { UpstreamFault } from '#gateway/proxy/upstream.ts';
import { deskOfFile, type Fault } from '#tests/support/desk.ts';
import { expectLoans, LONG, loansOf, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { hold } from '#tests/support/states.ts';

const desk = deskOfFile();
beforeEach(async () => await desk.signIn());
const LOANS = /\/creditor\/credit\/loans/;
const retryButton = () => screen.getByRole('button', { name: 'Retry' });
const loanRequests = () => desk.asked().filter((request) => LOANS.test(request));

const refusal = (status: number, message: string, headers: Record<string, string> = {}): Fault => {
  return () => Response.json({ status: 'error', message }, { status, headers });
};
const offline: Fault = () => {
  throw new TypeError('fetch failed');
};

test('before the first loan is here, no time is named as of which they are', async () => {
  const letGo = hold(desk, LOANS);
  await renderDesk('/loans');
  expect(await screen.findByRole('button', { name: 'Refresh' }, PATIENCE)).toBeVisible();
  expect(screen.queryByText(/^As of/)).toBeNull();
  letGo();
  expect(await screen.findByText(/^As of/, {}, PATIENCE)).toBeVisible();
});

describe('a first load that fails', () => {
  test.each<[string, Fault, RegExp, number]>([
    ['the service is broken', refusal(500, 'Oops'), /The service reported an error/, 3],
    ['it is forbidden', refusal(403, 'Ask Ada.'), /does not allow this.*Its message: “Ask Ada\.”/, 1],
    [
      'the request is refused',
      refusal(400, 'limit: too big'),
      /did not accept the request.*“limit: too big”/,
      1,
    ],
    ['the address is unknown', refusal(404, 'No route'), /Not found\./, 1],
    ['the connection broke', offline, /Pledge can’t be reached/, 3],
    [
      'the answer is a web page',
      () => new Response('<h1>Hi</h1>'),
      /Unexpected response from the service/,
      1,
    ],
    [
      'the answer is cut off',
      () => new Response('{"status":"succ'),
      /Unexpected response from the service/,
      1,
    ],
    [
      'the answer is empty',
      () => new Response(null, { status: 200 }),
      /Unexpected response from the service/,
      1,
    ],
    [
      'the answer holds no list',
      () => Response.json({ status: 'success', message: '', data: { page: 1 } }),
      /Unexpected response from the service/,
      1,
    ],
  ])(
    'says why, is asked again only where that may help, and Retry brings the rows: %s',
    async (_name, fault, why, requests) => {
      const end = desk.fault(LOANS, fault);
      const user = await renderDesk('/loans');
      const alert = await screen.findByRole('alert', {}, PATIENCE);
      expect(alert).toHaveTextContent('The loans could not be loaded');
      expect(alert).toHaveTextContent(why);
      expect(document.title).toBe('Loans · Pledge');
      expect(screen.queryByText(/^As of/)).toBeNull();

      desk.asked();
      await user.click(within(alert).getByRole('button', { name: 'Retry' }));
      await waitFor(() => expect(retryButton()).not.toHaveAttribute('aria-disabled'), PATIENCE);
      expect(loanRequests()).toHaveLength(requests);

      end();
      await user.click(retryButton());
      await expectLoans(await loansOf(desk));
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  test('tells a service that is down from one that is slow', async () => {
    desk.replaceService(async () => {
      throw new UpstreamFault('timeout');
    });
    const user = await renderDesk('/loans');
    expect(await screen.findByRole('alert', {}, PATIENCE)).toHaveTextContent('did not answer in time');
    const down = { status: 'error', message: 'Down', code: 'SERVICE_UNREACHABLE' };
    desk.fault(LOANS, () => Response.json(down, { status: 503 }));
    await user.click(retryButton());
    await waitFor(
      () => expect(screen.getByRole('alert')).toHaveTextContent('The service can’t be reached'),
      PATIENCE,
    );
  });

  test('names the request, so that somebody can look it up', async () => {
    desk.fault(LOANS, refusal(400, 'No', { 'x-request-id': 'req-77' }));
    await renderDesk('/loans');
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent('HTTP 400');
    expect(alert).toHaveTextContent('request req-77');
    expect(within(alert).getByRole('button', { name: 'Copy error details' })).toBeVisible();
  });

  test('shows a hostile message as text', async () => {
    desk.fault(LOANS, refusal(400, '<img src=x onerror=alert(1)>'));
    await renderDesk('/loans');
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent('<img src=x onerror=alert(1)>');
    expect(document.querySelector('main img')).toBeNull();
  });

  test('says how long to wait when there were too many requests', async () => {
    desk.fault(LOANS, refusal(429, 'Slow down', { 'retry-after': '30' }));
    await renderDesk('/loans');
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent('The service is getting too many requests. Try again in 30 s.');
  });
});

test('two failures in a row go unnoticed when the third attempt brings the rows', async () => {
  let left = 2;
  desk.fault(LOANS, async (request, pass) => {
    left -= 1;
    return left >= 0 ? await refusal(503, 'Restarting')(request, pass) : await pass();
  });
  await renderDesk('/loans');
  await expectLoans(await loansOf(desk));
  expect(loanRequests().slice(0, 3)).toEqual(
    Array(3).fill('GET /v1/api/creditor/credit/loans?page=1&limit=100'),
  );
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('a refresh that fails', () => {
  test('keeps the rows, says how old they are, and Retry clears it', async () => {
    const user = await renderDesk('/loans');
    const loans = await loansOf(desk);
    await expectLoans(loans);
    await screen.findByText('All 137 loans.', {}, LONG);
    const end = desk.fault(LOANS, refusal(400, 'Not now'));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent(/The loans could not be refreshed\. Shown as of \d\d:\d\d/);
    expect(rowsShown().length).toBeGreaterThan(10);
    await expectLoans(loans);

    end();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), PATIENCE);
    await expectLoans(loans);
  });
});
