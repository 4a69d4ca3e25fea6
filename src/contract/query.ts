import type * as z from 'zod/mini';

/** A query parameter that can't be read, with what is wrong as the end of a sentence. */
interface QueryProblem {
  name: string;
  message: string;
}

type Kind = 'integer' | 'boolean' | 'text';

/**
 * Reads the parameters that a query schema names out of a URL's query; others are passed over. Whole numbers
 * and booleans are read strictly (`2`, not `2.0`; `false`, not `0`); an empty value counts as absent.
 */
export function decodeQuery(
  schema: z.ZodMiniObject,
  search: URLSearchParams,
): { values: Record<string, unknown>; problems: QueryProblem[] } {
  const values: Record<string, unknown> = {};
  const problems: QueryProblem[] = [];
  for (const [name, field] of Object.entries(schema.def.shape)) {
    const given = search.getAll(name);
    const [text] = given;
    if (given.length > 1) {
      problems.push({ name, message: 'is given more than once' });
      continue;
    }
    if (text === undefined || text === '') continue;
    const value = decode(text, kindOf(field as z.ZodMiniType));
    if (value instanceof Error) problems.push({ name, message: value.message });
    else values[name] = value;
  }
  return { values, problems };
}

/** Writes query values as a URL's query, in the order given, without those that are undefined. */
export function encodeQuery(values: Record<string, string | number | boolean | undefined>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search;
}

function decode(text: string, kind: Kind): unknown {
  if (kind === 'text') return text;
  if (kind === 'boolean') {
    if (text === 'true') return true;
    return text === 'false' ? false : new Error('must be true or false');
  }
  return /^-?\d{1,15}$/.test(text) ? Number(text) : new Error('must be a whole number');
}

function kindOf(field: z.ZodMiniType): Kind {
  const def = field._zod.def as unknown as { type: string; innerType?: z.ZodMiniType };
  if (def.innerType) return kindOf(def.innerType);
  if (def.type === 'boolean') return 'boolean';
  return def.type === 'number' ? 'integer' : 'text';
}
