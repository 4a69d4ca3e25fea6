import type { QueryClient } from '@tanstack/react-query';
import { isPermitted, type Role } from '#contract/permissions.ts';
import { deskQuery, endSession } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import { LOOKS } from './looks.ts';
import { isPartOfId, type Look, type Place, type Term } from './search-term.ts';

const PLACES_FOR: Record<Term['kind'], readonly Place[]> = {
  id: ['loans', 'members', 'tokens', 'activity'],
  name: ['loans', 'members', 'tokens', 'customers', 'activity'],
  email: ['members', 'customers'],
};

/** Why a place can't be searched for a term, as a sentence; null if it can, undefined if that goes without saying. */
function whySkipped(place: Place, { kind, text }: Term, roles: readonly Role[]): string | null | undefined {
  if (place === 'members' && kind === 'email' && !isPermitted(roles, 'see-contacts'))
    return 'Your role can’t search members by email.';
  if (place === 'members' && kind === 'name' && text.includes('@'))
    return 'Not searched. Members can be found by a full email address only.';
  if (place !== 'activity' || kind !== 'name') return null;
  return isPartOfId(text)
    ? 'Not searched. Orders, runs and requests can be found by a full ID only.'
    : undefined;
}

/** Searches all places at once and reports the progress of each. A place that can't be searched says why. */
export async function lookUp(
  client: QueryClient,
  term: Term,
  signal: AbortSignal,
  tell: (look: Look) => void,
): Promise<void> {
  const desk = await client.fetchQuery(deskQuery);
  const roles = desk.session?.roles ?? [];
  await Promise.all(
    PLACES_FOR[term.kind].map(async (place) => {
      const told = (sight: Omit<Look, 'place'>) => {
        if (!signal.aborted) tell({ place, ...sight });
      };
      const why = whySkipped(place, term, roles);
      if (why) told({ state: 'skipped', findings: [], why });
      if (why !== null) return;
      told({ state: 'looking', findings: [] });
      try {
        told(await LOOKS[place]({ client, term, desk, signal, tell: told }));
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        if (error.kind === 'session') endSession(client);
        told({ state: 'failed', findings: [], error });
      }
    }),
  );
}
