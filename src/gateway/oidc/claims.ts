import { isStorable } from '#contract/fields.ts';
import { MAX_NAME_LENGTH } from '#contract/people.ts';
import type { Role } from '#contract/permissions.ts';
import type { Identity } from '../session/session.ts';
import type { OidcSettings } from './settings.ts';

/** What an identity provider says of a person. */
export type Claims = Record<string, unknown>;

/**
 * The texts of a claim: of the claim with this very name (names that are addresses have dots, too), or else along the
 * path. None if there is no such claim, or if it has another form or a text that no database can hold.
 */
export function claimTexts(claims: Claims, name: string): string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : along(claims, name.split('.'));
  const values = Array.isArray(value) ? value : [value];
  return [
    ...new Set(values.filter((one) => typeof one === 'string' && isStorable(one)).map((one) => one.trim())),
  ].filter(Boolean);
}

function along(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return along((value as Claims)[name], rest);
}

/** The roles that claims give a person; values that the map doesn't have give none. */
export function rolesOf(claims: Claims, { rolesClaim, roleMap }: OidcSettings): Role[] {
  return [...new Set(claimTexts(claims, rolesClaim).flatMap((value) => roleMap.get(value) ?? []))];
}

/** The organisations that a person can sign in for. */
export function organisationsOf(claims: Claims, { organisation }: OidcSettings): string[] {
  return 'name' in organisation ? [organisation.name] : claimTexts(claims, organisation.claim);
}

/** Who a person is: the subject is unique across providers, the name is the best one that there is. */
export function identityOf(claims: Claims & { iss: string; sub: string }): Omit<Identity, 'id'> {
  const names = [claims.name, claims.preferred_username, claims.email, claims.sub];
  const name = names.map(readName).find((one) => one !== '') ?? '';
  return { subject: subjectOf(claims), name, verified: true };
}

/** A person's subject, as sessions and the audit log know it. */
export function subjectOf({ iss, sub }: { iss: string; sub: string }): string {
  return `${iss}#${sub}`;
}

function readName(value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  return text
    .slice(0, MAX_NAME_LENGTH)
    .replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]+/gu, ' ')
    .trim();
}
