import { MOST_COMPARED } from '../addresses.ts';
import { FIELD_GROUPS, TOKEN_FIELDS, type TokenField, type TokenRow } from './token-fields.ts';
import { percentOf } from './token-figures.ts';

/** The ids of an address, each once, as many as are compared. An id may hold anything but a comma. */
export function readIds(search: URLSearchParams): string[] {
  const ids = search.getAll('ids').slice(0, 20).join(',').slice(0, 2_000).split(',');
  const sound = ids.map((id) => id.trim()).filter((id) => id.length <= 100 && !/^\.*$/.test(id));
  return [...new Set(sound)].slice(0, MOST_COMPARED);
}

/** Every field, by group, and whether the tokens differ in it by more than rounding, or only some have a value. */
export function compareTokens(tokens: readonly TokenRow[]) {
  return FIELD_GROUPS.map((group) => ({
    group,
    rows: TOKEN_FIELDS.filter((field) => field.group === group).map((field) => ({
      field,
      differs: !OWN_FIELDS.has(field.id) && new Set(tokens.map((token) => said(field, token))).size > 1,
    })),
  }));
}

/** What every token has its own of, so that it says nothing that two of them differ in it. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['_id', 'reference']);

/** Digits beyond these come from how a number is stored. */
const MOST_DIGITS = 12;

/** A token's value of a field, as a text that is the same if the values are, to rounding; money with its currency. */
function said({ kind, read }: TokenField, token: TokenRow): string {
  const value = read(token);
  if (value === undefined) return '';
  const rounded = typeof value === 'number' ? roundedTo(kind, value) : value;
  return JSON.stringify(kind === 'money' ? [rounded, token.currency] : [rounded]);
}

/** A share as it is shown; any other figure without the digits of its storage. */
function roundedTo(kind: TokenField['kind'], value: number): number {
  return kind === 'share' ? percentOf(value) : Number(value.toPrecision(MOST_DIGITS));
}
