import * as z from 'zod/mini';
import { nearest } from '#server/nearest.ts';
import { type Fault, shown } from './faults.ts';
import type { Field, Fields } from './fields.ts';
import { type ImportRecord, isPlainObject, type Kind, type Values } from './kind.ts';
import type { RawRecord } from './raw-file.ts';
import { readRecords } from './read-file.ts';

/** The end of a path that takes any name. */
const ANY = '.*';

const EMPTY = 'is an object without fields; give it some, or leave it out';

/** Reads and checks a file of records. Returns those without a fault, and all faults. */
export function checkFile(file: string, kind: Kind): { records: ImportRecord[]; faults: Fault[] } {
  const { header, records: raw, faults } = readRecords(file);
  if (header && header.length > 0) {
    const wrong = headerFaults(file, header, kind.fields);
    if (wrong.length > 0) return { records: [], faults: [...faults, ...wrong] };
  }
  if (raw.length === 0 && faults.length === 0) faults.push({ file, message: 'holds no records' });
  const records = raw.flatMap((record) => {
    const { values, faults: wrong } = checkRecord(file, record, kind.fields);
    faults.push(...wrong);
    return wrong.length === 0 ? [{ file, line: record.line, values }] : [];
  });
  faults.push(...repeatFaults(records, kind));
  faults.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { records, faults };
}

function headerFaults(file: string, header: readonly string[], fields: Fields): Fault[] {
  const faults: Fault[] = header.flatMap((field, index) => {
    if (field === '') return [{ file, line: 1, message: `column ${index + 1} has no name; remove it` }];
    if (!fieldOf(fields, field)) return [{ file, line: 1, field, message: unknownField(fields, field) }];
    const isRepeated = header.indexOf(field) < index;
    return isRepeated ? [{ file, line: 1, field, message: 'is in the header twice; remove one' }] : [];
  });
  for (const field of requiredOf(fields)) {
    if (!header.some((given) => patternOf(fields, given) === field)) {
      faults.push({ file, line: 1, field, message: 'is missing in the header; add the column' });
    }
  }
  return faults;
}

function checkRecord(file: string, { line, cells }: RawRecord, fields: Fields) {
  const faults: Fault[] = [];
  const values: Values = {};
  const given = new Set<string>();
  const seen = new Set<string>();
  for (const cell of cells) {
    const field = fieldOf(fields, cell.field);
    const add = (message: string) => faults.push({ file, line: cell.line, field: cell.field, message });
    if (!field) {
      add(isPlainObject(cell.value) ? EMPTY : unknownField(fields, cell.field));
      continue;
    }
    if (seen.has(cell.field)) add('is given twice; keep one');
    seen.add(cell.field);
    given.add(patternOf(fields, cell.field) ?? cell.field);
    const parsed = z.safeParse(field.schema, cell.value);
    if (parsed.success) keep(values, cell.field, patternOf(fields, cell.field), parsed.data);
    else add(`${parsed.error.issues[0]?.message}; it is ${shown(cell.value)}`);
  }
  for (const field of requiredOf(fields)) {
    if (!given.has(field)) faults.push({ file, line, field, message: 'is required; give it a value' });
  }
  return { values, faults };
}

/** Keeps a value at its field. Those of `max_amount.*` become one object, `max_amount`. */
function keep(values: Values, field: string, pattern: string | undefined, value: unknown): void {
  if (!pattern?.endsWith(ANY)) {
    values[field] = value;
    return;
  }
  const whole = pattern.slice(0, -ANY.length);
  values[whole] = { ...(values[whole] as object | undefined), [field.slice(whole.length + 1)]: value };
}

function repeatFaults(records: readonly ImportRecord[], { unique, isSingle, noun }: Kind): Fault[] {
  const [, second] = records;
  if (isSingle && second) {
    const message = `is a second ${noun}; an organisation has one, so keep one`;
    return [{ file: second.file, line: second.line, message }];
  }
  return unique.flatMap((field) => {
    const first = new Map<unknown, number>();
    return records.flatMap(({ file, line, values }) => {
      const value = values[field];
      const earlier = first.get(value);
      if (value === undefined) return [];
      if (earlier === undefined) {
        first.set(value, line);
        return [];
      }
      const message = `is ${shown(value)} in line ${earlier}, too; give each ${noun} its own`;
      return [{ file, line, field, message }];
    });
  });
}

function requiredOf(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.fallback === null);
}

/** The name under which a field is known: itself, or the path that takes any name at its end. */
function patternOf(fields: Fields, field: string): string | undefined {
  if (Object.hasOwn(fields, field)) return field.endsWith(ANY) ? undefined : field;
  const any = field.replace(/\.[A-Z][A-Z0-9]{1,9}$/, ANY);
  return any !== field && Object.hasOwn(fields, any) ? any : undefined;
}

function fieldOf(fields: Fields, field: string): Field | undefined {
  const pattern = patternOf(fields, field);
  return pattern === undefined ? undefined : fields[pattern];
}

function unknownField(fields: Fields, field: string): string {
  const known = Object.keys(fields);
  const open = known.find((name) => name.endsWith(ANY) && field.startsWith(name.slice(0, -1)));
  if (open) return `must end in a currency code in capitals, such as ${open.replace('*', 'NGN')}`;
  const meant = known.find((name) => name.endsWith(`.${field}`)) ?? nearest(field, known, 2);
  return meant ? `is no field of this file; did you mean ${meant}?` : 'is no field of this file; remove it';
}
