import * as z from 'zod/mini';
import { fieldsOf } from '#dashboard/lib/json.ts';
import { ApiError } from './api-error.ts';
import { request } from './client.ts';

/** A page of one of the desk's own lists: its journal, its audit log, and the events that reached it. */
interface OwnPage<Line> {
  /** Newest first. */
  lines: Line[];
  /** How many more there are that can't be read. */
  unreadable: number;
  /** Asks for the page after this one; null on the last. */
  next: string | null;
  /** How many there are; null if they are more than the gateway counts. */
  total: number | null;
}

/** Reads a page of the list that an answer holds under a name. Throws an ApiError. */
export async function readOwnPage<Schema extends z.ZodMiniType>(
  address: string,
  name: 'entries' | 'events',
  schema: Schema,
  signal: AbortSignal | undefined,
): Promise<OwnPage<z.output<Schema>>> {
  const { data } = await request('GET', address, { signal });
  const page = fieldsOf(data);
  const all = page[name];
  if (!Array.isArray(all)) {
    throw new ApiError('unreadable', { message: `The desk’s own list of ${name} can’t be read.` });
  }
  const lines = all.flatMap((line) => {
    const parsed = z.safeParse(schema, line);
    return parsed.success ? [parsed.data] : [];
  });
  return {
    lines,
    unreadable: all.length - lines.length,
    next: typeof page.next === 'string' || typeof page.next === 'number' ? String(page.next) : null,
    total: typeof page.total === 'number' || page.total === null ? page.total : lines.length,
  };
}
