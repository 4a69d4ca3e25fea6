import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import * as z from 'zod/mini';
import { role } from '#contract/session.ts';
import { createSeal } from '#server/seal.ts';
import type { SignedOut, SignOuts } from './sign-outs.ts';

const identity = z.object({
  id: z.string(),
  /** Who it is to the one that vouches for them; the same at every sign-in. */
  subject: z.string(),
  name: z.string(),
  /** Whether an identity provider vouches for them; otherwise they said so themselves. */
  verified: z.boolean(),
});

/** What an identity provider vouched for at a sign-in. */
const provided = z.object({
  /** The organisation whose access token the session uses. It is looked up at each request; the cookie has none. */
  organisation: z.string(),
  /** When the person last proved who they are; null if the provider doesn't say. Milliseconds since 1970. */
  authenticatedAt: z.nullable(z.number()),
});

/** A person as a session knows them. */
export type Identity = z.infer<typeof identity>;

const sessionSchema = z.object({
  /** Identifies the session, so that one that was signed out can be distinguished from the others. */
  id: z.string(),
  accessToken: z.string(),
  /** Whose journal and events these are: the organisation's, or the nearest thing to it that the service names. */
  owner: z.string(),
  label: z.string(),
  creditor: z.nullable(z.object({ id: z.string(), name: z.string() })),
  person: identity,
  roles: z.array(role),
  /** Only of sessions that began at an identity provider. */
  provided: z.optional(provided),
  /** Milliseconds since 1970. */
  signedInAt: z.number(),
  lastSeenAt: z.number(),
});

/** What the cookie carries, sealed. */
export type Session = z.infer<typeof sessionSchema>;

interface SessionOptions {
  /** The first seals; all of them open, so that a secret can be changed without signing everybody out. */
  secrets: readonly string[];
  idleMs: number;
  lifetimeMs: number;
  clock: () => number;
  signOuts: Pick<SignOuts, 'has' | 'add' | 'addIn' | 'heed' | 'onAdd'>;
}

export interface Sessions {
  /** The session as text for a cookie: encrypted and authenticated (AES-256-GCM). */
  seal(session: Session): string;
  /** The session of a cookie's text; null where it was altered, is of another secret, or has ended. */
  open(text: string): Session | null;
  /** When the session ends if it isn't used before, in milliseconds since 1970. */
  endsAt(session: Session): number;
  /** When it ends however much it is used, in milliseconds since 1970. */
  latestEnd(session: Session): number;
  /** Whether a session that was opened is one still. */
  isOpen(session: Session): boolean;
  /**
   * Ends a session before its time: its cookie opens nothing any more, at any gateway of the store. False if it had ended
   * before.
   */
  revoke(session: Pick<Session, 'id' | 'signedInAt'>): Promise<boolean>;
  /** Writes down in the caller's transaction that sessions end. Once it is committed, `heedRevoked` ends them. */
  revokeIn(client: PoolClient, ended: readonly SignedOut[]): Promise<void>;
  heedRevoked(ended: readonly SignedOut[]): Promise<void>;
  /** Calls back with the id of each session that is ended before its time, here or at another gateway. */
  onEnd(listener: (id: string) => void): void;
  /** The session as seen now, or null where it was seen so lately that the cookie needn't be renewed. */
  renewed(session: Session): Session | null;
}

const PURPOSE = 'pledge session 1';

/**
 * Sessions are stateless (sealed cookie), so any gateway can open one. The database stores only revoked sessions, until
 * their cookies expire.
 */
export function createSessions(options: SessionOptions): Sessions {
  const seal = createSeal(options.secrets, PURPOSE);
  const latestEnd = (session: Pick<Session, 'signedInAt'>) => session.signedInAt + options.lifetimeMs;
  const endsAt = (session: Session) => Math.min(session.lastSeenAt + options.idleMs, latestEnd(session));
  const isOpen = (session: Session) => endsAt(session) > options.clock() && !options.signOuts.has(session.id);
  return {
    endsAt,
    latestEnd,
    isOpen,
    revoke: async (session) => await options.signOuts.add(session.id, latestEnd(session)),
    revokeIn: options.signOuts.addIn,
    heedRevoked: options.signOuts.heed,
    onEnd: options.signOuts.onAdd,
    seal: (session) =>
      seal.seal(JSON.stringify(session.provided ? { ...session, accessToken: '' } : session)),
    open(text) {
      const session = parse(seal.open(text));
      return session && isOpen(session) ? session : null;
    },
    renewed(session) {
      const now = options.clock();
      return now - session.lastSeenAt < options.idleMs / 20 ? null : { ...session, lastSeenAt: now };
    },
  };
}

/** Identifies a session's holder, without saying who that is: the same at every sign-in. */
export function holderOf({ owner, creditor, label, person }: Session): string {
  const name = JSON.stringify([owner, creditor?.id, label, person.id]);
  return createHash('sha256').update(name).digest('hex').slice(0, 24);
}

function parse(text: string | null): Session | null {
  if (text === null) return null;
  const parsed = z.safeParse(sessionSchema, JSON.parse(text));
  return parsed.success ? parsed.data : null;
}
