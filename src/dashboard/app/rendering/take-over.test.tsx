import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { RENDERED_ELEMENT } from '#contract/rendered-page.ts';
import { DESK_STATE_ELEMENT, deskState } from '#contract/session.ts';
import { getOwn } from '#dashboard/api/own-data.ts';
import { takeSettings } from '#dashboard/api/session/session.ts';
import { readerText } from '#dashboard/lib/reader.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { App } from '../app.tsx';
import { openPage } from '../page-parts.ts';
import { createQueryClient } from '../query-client.ts';
import { openPages } from './render-page.tsx';
import { takeRendered } from './rendered.ts';

const desk = deskOfFile();
beforeEach(async () => {
  localStorage.clear();
  await desk.signIn();
});

afterEach(() => document.body.replaceChildren());

/** A document with a page that the server rendered, and what it was rendered from. */
async function serve(address: string): Promise<HTMLElement> {
  const state = await getOwn('/session', deskState);
  const { render } = await openPages(10_000);
  const at = Date.now();
  const page = await render({ address, reader: readerText(), desk: state, theme: undefined, at, ask: fetch });
  const root = document.createElement('div');
  root.innerHTML = page?.markup ?? '';
  const elements = Object.entries({ [DESK_STATE_ELEMENT]: state, [RENDERED_ELEMENT]: page?.from });
  const scripts = elements.map(([id, value]) => {
    const script = Object.assign(document.createElement('script'), { type: 'application/json', id });
    script.textContent = JSON.stringify(value);
    return script;
  });
  document.body.replaceChildren(root, ...scripts);
  return root;
}

async function goBack(): Promise<void> {
  const gone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  history.back();
  await gone;
}

const firstRow = () => document.querySelector('tbody tr')?.textContent;

beforeEach(() => {
  history.replaceState(null, '', '/loans');
  history.pushState(null, '', '/loans?sort=amount');
});

test('a page that one has left by Back before its code came is not taken over', async () => {
  const client = createQueryClient();
  onTestFinished(() => client.clear());
  const root = await serve('/loans?sort=amount');
  await goBack();
  expect(takeRendered(root, client)).toBeNull();
});

test('an address with a character that markup can’t hold is left to the browser', async () => {
  expect((await serve('/activity?member=a%01b')).innerHTML).toContain('<h1');
  expect((await serve('/activity?member=a%00b')).innerHTML).toBe('');
});

test('Back while a page is taken over leads on from the page that was rendered', async () => {
  // React is to take its time, as it does in a browser.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const client = createQueryClient();
  const root = await serve('/loans?sort=amount');
  takeSettings(client);
  const at = takeRendered(root, client);
  await openPage(client, false);
  const sorted = firstRow();
  const onRecoverableError = vi.fn();
  const tree = flushSync(() =>
    hydrateRoot(
      root,
      <App client={client} at={at} router={(pages) => <BrowserRouter>{pages}</BrowserRouter>} />,
      { onRecoverableError },
    ),
  );
  onTestFinished(() => {
    tree.unmount();
    client.clear();
    vi.unstubAllGlobals();
  });
  history.replaceState(null, '', '/loans');
  window.dispatchEvent(new PopStateEvent('popstate'));
  await vi.waitFor(() => expect(firstRow()).not.toBe(sorted), 30_000);
  expect(onRecoverableError.mock.calls).toEqual([]);
});
