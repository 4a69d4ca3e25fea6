import {
  FIELD_GROUPS,
  type FieldGroup,
  TOKEN_FIELDS,
  type TokenField,
  type TokenRow,
} from './token-fields.ts';

/** The most tokens that are compared. */
export const MOST_COMPARED = 6;

export interface CompareRow {
  field: TokenField;
  /** Whether the tokens don't all say the same, one that says nothing among them. */
  differs: boolean;
}

/** The ids of an address, each once, as many as are compared. An id may hold anything but a comma. */
export function readIds(search: URLSearchParams): string[] {
  const ids = search.getAll('ids').slice(0, 20).join(',').slice(0, 2_000).split(',');
  const sound = ids.map((id) => id.trim()).filter((id) => id.length <= 100 && !/^\.*$/.test(id));
  return [...new Set(sound)].slice(0, MOST_COMPARED);
}

/** Every field, by group, with whether it tells the tokens apart. */
export function compareTokens(tokens: readonly TokenRow[]): { group: FieldGroup; rows: CompareRow[] }[] {
  return FIELD_GROUPS.map((group) => ({
    group,
    rows: TOKEN_FIELDS.filter((field) => field.group === group).map((field) => ({
      field,
      differs: new Set(tokens.map((token) => said(field, token))).size > 1,
    })),
  }));
}

/** What a token says in a field, as a text that is equal where it says the same; money with its currency. */
function said({ kind, read }: TokenField, token: TokenRow): string {
  const value = read(token);
  if (value === undefined) return '';
  return JSON.stringify(kind === 'money' ? [value, token.currency] : [value]);
}
