import { createSeal, type Seal } from '#server/seal.ts';
import type { Organisations } from '../session/organisations.ts';

/** Seals the access tokens of operations that wait or are under way. */
export interface TokenSeal extends Seal {
  /**
   * The access token to use now for an owner, and for a creditor if one is given. Null if it has none. Asks the database,
   * so never in a transaction.
   */
  currentToken(owner: string, sealed: string, creditor?: string | null): Promise<string | null>;
  /** Whether it is an organisation's, so that another one can take its place at any time. */
  isOrganisations(sealed: string): boolean;
  /** The person's own access token; null if it was the organisation's, or can't be opened. */
  ownToken(sealed: string): string | null;
}

const PURPOSE = 'pledge operations 1';

/** Precedes the name of an organisation. No access token contains it. */
const ORGANISATION = '\0';

/**
 * A seal that keeps the name in place of an access token that is an organisation's, so that what waits for hours uses the
 * one that the organisation has by then.
 */
export function createTokenSeal(
  secrets: readonly string[],
  { nameOf, credentialOf }: Pick<Organisations, 'nameOf' | 'credentialOf'>,
): TokenSeal {
  const seal = createSeal(secrets, PURPOSE);
  const isOrganisations = (sealed: string) => Boolean(seal.open(sealed)?.startsWith(ORGANISATION));
  return {
    ...seal,
    seal(text) {
      const name = nameOf(text);
      return seal.seal(name === null ? text : ORGANISATION + name);
    },
    async currentToken(owner, sealed, creditor = null) {
      const text = seal.open(sealed);
      if (!text?.startsWith(ORGANISATION)) return text;
      const credential = await credentialOf(text.slice(ORGANISATION.length)).catch(() => null);
      if (credential?.owner.owner !== owner) return null;
      return creditor === null || credential.owner.creditor?.id === creditor ? credential.accessToken : null;
    },
    isOrganisations,
    ownToken: (sealed) => (isOrganisations(sealed) ? null : seal.open(sealed)),
  };
}
