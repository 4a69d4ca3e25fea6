import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import * as z from 'zod/mini';
import { createSeal } from '#server/seal.ts';

const attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Where in Pledge the person wants to go. */
  to: z.string(),
  /** The organisation that they chose, if they had to. */
  organisation: z.nullable(z.string()),
  /** Whether they have to have proved lately who they are. */
  isRecent: z.boolean(),
  /** The browser's session, which this sign-in replaces: on the way back from another site its cookie isn't sent. */
  replaces: z._default(z.nullable(z.object({ id: z.string(), signedInAt: z.number() })), null),
});

/** A sign-in that is under way at the provider. */
export type Attempt = z.infer<typeof attempt>;

const kept = z.object({
  ...attempt.def.shape,
  /** Milliseconds since 1970. */
  until: z.number(),
});

const LIFETIME_S = 600;

/** Under https the name binds the cookie to this very host: no other can have a browser finish someone else's sign-in. */
function placeOf(https: boolean) {
  return https
    ? { name: '__Host-pledge-sign-in', path: '/' }
    : { name: 'pledge-sign-in', path: '/session/oidc' };
}

/** Keeps the sign-in that is under way in the browser that began it, sealed, for ten minutes. */
export function createAttemptCookie(secrets: readonly string[], clock: () => number) {
  const seal = createSeal(secrets, 'pledge sign-in 1');
  return {
    write(c: Context, https: boolean, begun: Attempt): void {
      const text = JSON.stringify({ ...begun, until: clock() + LIFETIME_S * 1_000 });
      const { name, path } = placeOf(https);
      setCookie(c, name, seal.seal(text), {
        httpOnly: true,
        // The browser comes back from another site.
        sameSite: 'Lax',
        secure: https,
        path,
        maxAge: LIFETIME_S,
      });
    },
    /**
     * Takes it out, so that it counts once; null if there is none. The answer to another sign-in leaves it: one in
     * another tab, which this one replaced.
     */
    take(c: Context, https: boolean): Attempt | null {
      const { name, path } = placeOf(https);
      const sealed = getCookie(c, name);
      if (!sealed) return null;
      const text = seal.open(sealed);
      const found = text === null ? null : z.safeParse(kept, JSON.parse(text)).data;
      if (found?.state === c.req.query('state')) deleteCookie(c, name, { secure: https, path });
      return found && found.until > clock() ? found : null;
    },
  };
}
