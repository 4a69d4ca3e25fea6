import type { Logger } from 'pino';
import { CHANGE_CHANNEL, type Changes } from '../operations/changes.ts';
import { SIGN_OUT_CHANNEL, type SignOuts } from '../session/sign-outs.ts';
import type { TokenChecks } from '../session/token-checks.ts';
import { EVENT_CHANNEL, type Events } from './events.ts';
import { hearOtherGateways } from './hear-others.ts';

/** At the latest after so long a gateway knows of what happened at another, even if no notification came. */
const SIGN_OUTS_MS = 5_000;
const EVENTS_MS = 2_000;

interface Told {
  changes: Changes;
  events: Events;
  signOuts: SignOuts;
  tokens: TokenChecks;
  /** The channel that announces revoked tokens, if the service uses the same database. */
  tokenChannel: string;
}

/**
 * Hears of events and sign-outs at other gateways of the database, and of revoked tokens if the service uses the same
 * database: at once by notifications at an address, and of the first two by regular looks where the database sends none,
 * for which the address is null; the looks also write down and delete sign-outs. Returns how to stop.
 */
export function besideOthers(
  listenUrl: string | null,
  { changes, events, signOuts, tokens, tokenChannel }: Told,
  log: Logger,
): () => Promise<void> {
  const refresh = async () => await signOuts.refresh();
  const channels = {
    [EVENT_CHANNEL]: events.hear,
    [CHANGE_CHANNEL]: changes.hear,
    [SIGN_OUT_CHANNEL]: refresh,
    [tokenChannel]: async () => tokens.expire(),
  };
  const onConnect = async () => {
    tokens.expire();
    await Promise.all([refresh(), events.refresh()]);
  };
  const stop = listenUrl === null ? null : hearOtherGateways(listenUrl, { channels, onConnect }, log);
  const regularly = (look: () => Promise<void>, pauseMs: number, failure: string) =>
    setInterval(() => {
      look().catch((error: unknown) => log.warn({ err: error }, failure));
    }, pauseMs);
  const timers = [
    regularly(refresh, SIGN_OUTS_MS, 'sign-outs could not be read'),
    regularly(events.refresh, EVENTS_MS, 'events could not be read'),
  ];
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await stop?.();
  };
}
