import { isDeepStrictEqual } from 'node:util';
import { createIds } from '../ids.ts';
import { type Fault, shown } from './faults.ts';
import type { Fields } from './fields.ts';
import { type ImportRecord, isPlainObject, type Kind, type Stored, type Values } from './kind.ts';

/** What an import does with the records of a file. */
export interface Plan {
  /** Complete records to write: new ones, and existing ones with the file's values. */
  writes: Values[];
  added: number;
  changed: number;
  unchanged: number;
  faults: Fault[];
}

interface PlanOptions {
  /** Whether existing records take the file's values; otherwise other values are a fault. */
  update: boolean;
  now: number;
}

/** Compares the records of a file with those of the database. Only fields that the file gives are compared. */
export function planRecords(
  kind: Kind,
  records: readonly ImportRecord[],
  stored: readonly Stored[],
  options: PlanOptions,
): Plan {
  const plan: Plan = { writes: [], added: 0, changed: 0, unchanged: 0, faults: [] };
  const at = new Map(kind.unique.map((field) => [field, byValue(stored, field)]));
  const own = kind.isSingle ? stored.find(({ isOwn }) => isOwn) : undefined;
  const [key = ''] = kind.unique;
  for (const record of records) {
    const existing = own ?? at.get(key)?.get(record.values[key]);
    const faults = takenFaults(kind, record, existing, at);
    const differing = existing ? differences(record.values, existing.values) : [];
    if (existing && faults.length === 0) {
      faults.push(...changeFaults(kind, record, existing, differing, options.update));
    }
    if (faults.length > 0) plan.faults.push(...faults);
    else if (!existing) {
      plan.writes.push(complete(kind.fields, record.values, options.now));
      plan.added += 1;
    } else if (differing.length === 0) plan.unchanged += 1;
    else {
      plan.writes.push({ ...existing.values, ...changedAt(kind.fields, options.now), ...record.values });
      plan.changed += 1;
    }
  }
  return plan;
}

function byValue(stored: readonly Stored[], field: string): Map<unknown, Stored> {
  return new Map(stored.map((one) => [one.values[field], one]));
}

/** Faults of values that another record of the database has. */
function takenFaults(
  { unique, noun }: Kind,
  { file, line, values }: ImportRecord,
  existing: Stored | undefined,
  at: ReadonlyMap<string, ReadonlyMap<unknown, Stored>>,
): Fault[] {
  return unique.flatMap((field) => {
    const holder = values[field] === undefined ? undefined : at.get(field)?.get(values[field]);
    if (!holder || (holder === existing && holder.isOwn)) return [];
    const whose = holder.isOwn ? 'this organisation' : 'another organisation';
    return [{ file, line, field, message: `is that of another ${noun}, of ${whose}; choose another one` }];
  });
}

function changeFaults(
  { fixed }: Kind,
  { file, line, values }: ImportRecord,
  existing: Stored,
  differing: readonly string[],
  update: boolean,
): Fault[] {
  return differing.flatMap((field) => {
    if (update && !fixed.includes(field)) return [];
    const both = `is ${shown(values[field])} here and ${shown(existing.values[field])} in Pledge`;
    const remedy = fixed.includes(field)
      ? 'it never changes, so correct the file'
      : 'correct the file, or use --update';
    return [{ file, line, field, message: `${both}; ${remedy}` }];
  });
}

function differences(given: Values, stored: Values): string[] {
  return Object.keys(given).filter((field) => !isDeepStrictEqual(plain(given[field]), plain(stored[field])));
}

/** The same for objects with and without a prototype, as the database and a file give them. */
function plain(value: unknown): unknown {
  return isPlainObject(value) ? { ...value } : value;
}

/** A new record with a value for every field. */
function complete(fields: Fields, given: Values, now: number): Values {
  const resolve = (field: string): unknown => {
    if (given[field] !== undefined) return given[field];
    const fallback = fields[field]?.fallback;
    if (fallback === 'now') return new Date(now).toISOString();
    if (fallback === 'generated') return createIds(() => now)();
    if (!fallback) return undefined;
    return 'sameAs' in fallback ? resolve(fallback.sameAs) : fallback.value;
  };
  const names = Object.keys(fields).filter((field) => !field.endsWith('*'));
  return { ...given, ...Object.fromEntries(names.map((field) => [field, resolve(field)])) };
}

/** The time of a change, which the file may set itself. */
function changedAt(fields: Fields, now: number): Values {
  const names = Object.keys(fields).filter((field) => /^updated_?at$/i.test(field));
  return Object.fromEntries(names.map((field) => [field, new Date(now).toISOString()]));
}
