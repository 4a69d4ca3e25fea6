import type { PoolClient } from 'pg';
import { type Field, type Fields, optional } from './fields.ts';

/** The values of a record by field: those of a file, or all of them. */
export type Values = Record<string, unknown>;

/** A record of a file that has been checked. */
export interface ImportRecord {
  file: string;
  line: number;
  values: Values;
}

/** The organisation that records are imported for. */
interface Owner {
  organisationId: string;
  creditorId: string;
}

/** A record of the database. */
export interface Stored {
  values: Values;
  isOwn: boolean;
}

/** A kind of record, as files and the database hold it. */
export interface Kind {
  /** What one record is called. */
  noun: string;
  fields: Fields;
  /** Fields that no two records share; the first one identifies a record. */
  unique: readonly string[];
  /** Fields that no import changes, because loans and orders refer to them. */
  fixed: readonly string[];
  /** Whether an organisation has only one record of this kind. */
  isSingle: boolean;
  /** Finds the records that the given ones may be, or be in conflict with. */
  find: (client: PoolClient, owner: Owner, records: readonly ImportRecord[]) => Promise<Stored[]>;
  /** Inserts records with all their values, and replaces those that exist. */
  write: (client: PoolClient, owner: Owner, values: readonly Values[]) => Promise<void>;
}

/** Optional fields of the same form. */
export function all(names: readonly string[], schema: Field['schema'], value: unknown): Fields {
  return Object.fromEntries(names.map((name) => [name, optional(schema, value)]));
}

/** The values that records give to a field. */
export function valuesGiven(records: readonly ImportRecord[], field: string): unknown[] {
  return records.map(({ values }) => values[field]).filter((value) => value !== undefined);
}

/** Values by path as an object: `user.kyc.bank` becomes `{ user: { kyc: { bank } } }`. */
export function nest(values: Values): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const names = path.split('.');
    const last = names.pop() ?? path;
    let at = whole;
    for (const name of names) {
      at[name] ??= {};
      at = at[name] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return whole;
}

/** The opposite of `nest`. Objects under the paths of `whole` stay as they are. */
export function flatten(value: object, whole: readonly string[] = [], prefix = ''): Values {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
      const path = prefix + name;
      if (!isPlainObject(part) || whole.includes(path)) return [[path, part]];
      return Object.entries(flatten(part, whole, `${path}.`));
    }),
  );
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
