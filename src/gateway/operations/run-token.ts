import type { ClaimedRun } from './claimed-run.ts';
import type { TokenSeal } from './token-seal.ts';

/** The access token that the lines of a run are sent with. */
export interface RunToken {
  /** Whether it is the organisation's, so that another one can take its place while the run is under way. */
  isReplaceable: boolean;
  /** The one to use now; null if there is none. */
  read(): Promise<string | null>;
}

/** What is said of a run whose organisation has no access token that the service accepts. */
export const TOKEN_REFUSED =
  'The service refuses the access token of your organisation. Ask the person who runs Pledge to store a new one.';

export function runTokenOf({ owner, token }: ClaimedRun, seal: TokenSeal): RunToken {
  return {
    isReplaceable: token !== null && seal.isOrganisations(token),
    read: async () => (token === null ? null : await seal.currentToken(owner, token)),
  };
}
