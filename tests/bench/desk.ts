import { request } from 'playwright';

/** What signs in to an organisation of the demo. */
export const CRESTLINE = 'pledge_demo_crestline';

/** A running gateway and what signs a browser in to it. */
export interface Desk {
  address: string;
  /** For `browser.newContext`. */
  storageState: Awaited<ReturnType<Awaited<ReturnType<typeof request.newContext>>['storageState']>>;
  /** For requests outside a browser. */
  cookie: string;
}

/** Signs in to a gateway. Throws where it refuses. */
export async function signInto(address: string, accessToken: string): Promise<Desk> {
  const caller = await request.newContext({ baseURL: address });
  try {
    const answer = await caller.post('/session', { data: { accessToken }, headers: { origin: address } });
    if (!answer.ok()) throw new Error(`The gateway refused the sign-in: ${await answer.text()}`);
    const storageState = await caller.storageState();
    const cookie = storageState.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    return { address, storageState, cookie };
  } finally {
    await caller.dispose();
  }
}

/** The `data` of a gateway's answer as the whole body, for a reference that gives the same. */
export async function bodyOf(desk: Desk, path: string): Promise<string> {
  const answer = await fetch(desk.address + path, { headers: { cookie: desk.cookie } });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
  return await answer.text();
}
