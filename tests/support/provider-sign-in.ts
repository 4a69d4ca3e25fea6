import { expect } from 'vitest';
import type { TestBrowser, TestGateway } from './gateway.ts';

/** Begins a sign-in and returns the parameters that the provider was sent. */
export async function begin(browser: TestBrowser, query = '') {
  const response = await browser.fetch(`/session/oidc${query}`);
  expect(response.status, await response.clone().text()).toBe(302);
  return new URL(response.headers.get('location') ?? '').searchParams;
}

/** Comes back from the provider. `change` shapes what the browser brings. */
export async function comeBack(
  browser: TestBrowser,
  asked: URLSearchParams,
  change: Record<string, string> = {},
) {
  const query = new URLSearchParams({
    code: asked.get('nonce') ?? '',
    state: asked.get('state') ?? '',
    ...change,
  });
  const response = await browser.fetch(`/session/oidc/return?${query}`);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

export async function signInAt(at: TestGateway, query = '') {
  const browser = at.browser('203.0.113.7');
  const page = await comeBack(browser, await begin(browser, query));
  return { browser, page };
}

export async function sessionOf(browser: TestBrowser) {
  return (await (await browser.fetch('/session')).json()).data.session;
}

/** The heading of one of the gateway's own pages. */
export const headingOf = (text: string) => /<h1>(.*)<\/h1>/.exec(text)?.[1];
export const loans = async (browser: TestBrowser) =>
  await browser.fetch('/v1/api/creditor/credit/loans?page=1&limit=5');
