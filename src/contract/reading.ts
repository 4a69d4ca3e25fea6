import * as z from 'zod/mini';

declare const ESSENTIAL: unique symbol;

/** A record that is none without some of its fields. Only types know of the symbol. */
type WithEssential<T, K> = T & { readonly [ESSENTIAL]?: K };

type EssentialOf<T> = T extends { readonly [ESSENTIAL]?: infer K }
  ? typeof ESSENTIAL extends keyof T
    ? Exclude<K, undefined>
    : never
  : never;

/** A value as the service sent it: records have their essential fields, and may lack any other. */
export type Seen<T> = T extends readonly (infer U)[]
  ? Seen<U>[]
  : T extends object
    ? [EssentialOf<T>] extends [never]
      ? { [K in keyof T]?: Seen<T[K]> | undefined }
      : { [K in Extract<keyof T, EssentialOf<T>>]: Seen<T[K]> } & {
          [K in Exclude<keyof T, EssentialOf<T> | typeof ESSENTIAL>]?: Seen<T[K]> | undefined;
        }
    : T;

const essentials = z.registry<{ names: readonly string[] }>();

/**
 * Makes fields of a record essential: its identity, its money and its status. Reading sets a record without one of them
 * aside and reports it; it passes over any other field that is missing.
 */
export function essential<S extends z.ZodMiniObject, K extends string & keyof z.infer<S>>(
  schema: S,
  names: readonly K[],
) {
  essentials.add(schema, { names });
  return schema as S & { _zod: { output: WithEssential<z.infer<S>, K> } };
}

/** One way in which a reply differs from the document: where (`docs[].amount`) and how. */
export interface Drift {
  path: string;
  kind: 'missing' | 'added' | 'type' | 'form';
}

/**
 * Reads a value tolerantly by a schema. A field of another type is left out, a text in another format (an invalid
 * timestamp, for example) is kept as it came, an unknown field is ignored, and a record without an essential field is
 * left out of its list. Each difference goes to `report`, once per occurrence. Returns undefined only if nothing of
 * the value can be used.
 */
export function readAs<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  report: (drift: Drift) => void = () => {},
): Seen<z.infer<S>> | undefined {
  return read(schema, value, '', report) as Seen<z.infer<S>> | undefined;
}

/** What reading left out of an object, by name: fields of another type, and unknown ones. */
const leftOut = new WeakMap<object, (readonly [string, unknown])[]>();

/**
 * A value that `readAs` read as the service sent it: with what was left out of it. Only entries of a list that were
 * no records at all stay away. A copy of what was read has forgotten what it lacks.
 */
export function asSent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asSent);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).map(([name, part]) => [name, asSent(part)] as const);
  return Object.fromEntries([...kept, ...(leftOut.get(value) ?? [])]);
}

interface Def {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  valueType?: z.ZodMiniType;
}

type Report = (drift: Drift) => void;

function read(schema: z.ZodMiniType, value: unknown, path: string, report: Report): unknown {
  const def = schema._zod.def as unknown as Def;
  switch (def.type) {
    case 'optional':
      return value === undefined ? undefined : read(def.innerType as z.ZodMiniType, value, path, report);
    case 'nullable':
      return value === null ? null : read(def.innerType as z.ZodMiniType, value, path, report);
    case 'object':
      return readObject(schema, def.shape ?? {}, value, path, report);
    case 'array':
      return readArray(def.element as z.ZodMiniType, value, path, report);
    case 'record':
      return readRecord(def.valueType as z.ZodMiniType, value, path, report);
    default:
      return readLeaf(schema, def, value, path, report);
  }
}

function readObject(
  schema: z.ZodMiniType,
  shape: Record<string, z.ZodMiniType>,
  value: unknown,
  path: string,
  report: Report,
) {
  if (!isRecord(value)) return differs(value, path, report);
  const seen: Record<string, unknown> = {};
  const rest: [string, unknown][] = [];
  for (const [name, field] of Object.entries(shape)) {
    const part = read(field, value[name], path ? `${path}.${name}` : name, report);
    if (part !== undefined) seen[name] = part;
    else if (value[name] !== undefined) rest.push([name, value[name]]);
  }
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(shape, name)) continue;
    report({ path: path ? `${path}.${name}` : name, kind: 'added' });
    rest.push([name, value[name]]);
  }
  const isRecordOf = essentials.get(schema)?.names.every((name) => seen[name] !== undefined) ?? true;
  if (!isRecordOf) return differs(value, path, report);
  if (rest.length > 0) leftOut.set(seen, rest);
  return seen;
}

function readArray(element: z.ZodMiniType, value: unknown, path: string, report: Report) {
  if (!Array.isArray(value)) return differs(value, path, report);
  return value.map((item) => read(element, item, `${path}[]`, report)).filter((item) => item !== undefined);
}

function readRecord(valueType: z.ZodMiniType, value: unknown, path: string, report: Report) {
  if (!isRecord(value)) return differs(value, path, report);
  const seen: [string, unknown][] = [];
  const rest: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value)) {
    const part = read(valueType, item, `${path}.*`, report);
    if (part !== undefined) seen.push([name, part]);
    else rest.push([name, item]);
  }
  const record = Object.fromEntries(seen);
  if (rest.length > 0) leftOut.set(record, rest);
  return record;
}

function readLeaf(schema: z.ZodMiniType, def: Def, value: unknown, path: string, report: Report) {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  if (def.type === 'string' && typeof value === 'string') {
    report({ path, kind: 'form' });
    return value;
  }
  return differs(value, path, report);
}

function differs(value: unknown, path: string, report: Report): undefined {
  report({ path, kind: value === undefined ? 'missing' : 'type' });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
