import type { QueryClient } from '@tanstack/react-query';
import { isPermitted } from '#contract/permissions.ts';
import type { DeskState } from '#contract/session.ts';
import { deskQuery, endSession } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import { LOOKS } from './looks.ts';
import type { Look, Place, Term } from './search-term.ts';

/** The places that are searched for a term. Only those who may see members' contact data find members by it. */
function placesFor({ kind }: Term, { session }: Pick<DeskState, 'session'>): Place[] {
  if (kind === 'id') return ['loans', 'members', 'tokens', 'orders'];
  if (kind === 'name') return ['loans', 'members', 'tokens', 'customers'];
  return isPermitted(session?.roles ?? [], 'see-contacts') ? ['members', 'customers'] : ['customers'];
}

/**
 * Looks for a term wherever it may stand, in all places at once, and tells how each look goes. Nothing is thrown:
 * a place that can't be looked at says why. After an abort nothing more is told.
 */
export async function lookUp(
  client: QueryClient,
  term: Term,
  signal: AbortSignal,
  tell: (look: Look) => void,
): Promise<void> {
  const desk = await client.fetchQuery(deskQuery);
  const told = (look: Look) => {
    if (!signal.aborted) tell(look);
  };
  await Promise.all(
    placesFor(term, desk).map(async (place) => {
      told({ place, state: 'looking', findings: [] });
      try {
        told(await LOOKS[place]({ client, term, desk, signal, tell: told }));
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        if (error.kind === 'session') endSession(client);
        told({ place, state: 'failed', findings: [], error });
      }
    }),
  );
}
