import { type Approval, type ApprovalRules, RULES_OFF } from '#contract/approvals.ts';
import type { TestBrowser, TestGateway } from './gateway.ts';

/** A browser in which one of the demo's people is signed in. */
export async function browserAs(gateway: TestGateway, demoRole: string): Promise<TestBrowser> {
  const browser = gateway.browser();
  const response = await browser.signIn(undefined, { demoRole });
  if (!response.ok) throw new Error(`Signing in as ${demoRole}: ${response.status}`);
  return browser;
}

/** Sends JSON, and reads the answer's status and body. */
export async function sendJson(browser: TestBrowser, method: string, path: string, body?: unknown) {
  const response = await browser.fetch(path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const { code, message, data } = await response.json();
  return { status: response.status, code, message, data };
}

/** Sets rules in place of those that are all off. */
export async function setRules(administrator: TestBrowser, rules: Partial<ApprovalRules>) {
  return await sendJson(administrator, 'PUT', '/desk/rules', { ...RULES_OFF, ...rules });
}

/** The newest approval that a person sees. */
export async function newestApproval(browser: TestBrowser): Promise<Approval> {
  const { data } = await sendJson(browser, 'GET', '/desk/approvals?limit=1');
  return data.approvals[0];
}
