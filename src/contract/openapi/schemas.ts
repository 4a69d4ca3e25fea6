import * as z from 'zod/mini';

/** A schema of JSON Schema, as OpenAPI 3.1 takes it. */
export type Json = Record<string, unknown>;

/** What a schema means, and what each of its fields means: a text, or a text with the fields of an object. */
export interface SchemaText {
  text: string;
  fields?: Record<string, string | SchemaText>;
}

/** A schema that the document lists by its name. */
export interface NamedSchema extends SchemaText {
  schema: z.ZodMiniType;
}

/** The schemas of a document: its list of components, and how the rest of it refers to them. */
export interface Schemas {
  components: Record<string, Json>;
  /** A reference to a schema of the list, or the schema itself. */
  of(schema: z.ZodMiniType): Json;
}

const refOf = (name: string) => `#/components/schemas/${name}`;

/** Derives a document's schemas. Their texts are kept apart from them, since browsers load the schemas. */
export function schemasOf(named: Record<string, NamedSchema>): Schemas {
  const registry = z.registry<{ id: string }>();
  for (const [id, { schema }] of Object.entries(named)) registry.add(schema, { id });
  // "input", because an object read as output forbids further fields, which clients have to ignore.
  const derived = z.toJSONSchema(registry, { io: 'input', uri: refOf }).schemas;
  return {
    components: Object.fromEntries(
      Object.entries(named).map(([name, text]) => [name, describe(tidy(derived[name] as Json), text)]),
    ),
    of(schema) {
      const known = registry.get(schema);
      return known ? { $ref: refOf(known.id) } : tidy(z.toJSONSchema(schema, { io: 'input' }) as Json);
    },
  };
}

/** Adds its text to a schema, and theirs to its fields, of an array to those of its items. */
function describe(schema: Json, { text, fields = {} }: SchemaText): Json {
  const target = (schema.items ?? schema) as Json;
  const properties = Object.entries((target.properties ?? {}) as Record<string, Json>);
  const described = properties.map(([name, field]) => {
    const own = fields[name];
    return [name, own === undefined ? field : describe(field, typeof own === 'string' ? { text: own } : own)];
  });
  const withFields =
    properties.length > 0 ? { ...target, properties: Object.fromEntries(described) } : target;
  return { ...(schema.items ? { ...schema, items: withFields } : withFields), description: text };
}

/**
 * Leaves out what tells a reader nothing: the dialect and the address of each schema, the pattern behind a format,
 * and the bounds of whole numbers in JavaScript. Writes a value that may be null as one type.
 */
function tidy(schema: Json): Json {
  const kept = Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
    if (name === '$schema' || name === '$id') return [];
    if (name === 'pattern' && schema.format !== undefined) return [];
    if (typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER) return [];
    return [[name, tidyValue(value)]];
  });
  const result = Object.fromEntries(kept);
  const [one, none] = Array.isArray(result.anyOf) ? (result.anyOf as Json[]) : [];
  if (!one || none?.type !== 'null') return result;
  const { anyOf: _, ...rest } = result;
  // Anything may be null already.
  if (Object.keys(one).length === 0) return rest;
  if (typeof one.type !== 'string') return result;
  const values = Array.isArray(one.enum) && { enum: [...one.enum, null] };
  return { ...rest, ...one, ...values, type: [one.type, 'null'] };
}

function tidyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidyValue);
  return typeof value === 'object' && value !== null ? tidy(value as Json) : value;
}
