import * as z from 'zod/mini';
import { HOLDER_HEADER } from '#contract/session.ts';
import { ApiError } from './http/api-error.ts';
import { request } from './http/client.ts';

/** What Pledge itself keeps: follow-ups, views, people, runs. It is read strictly, other than the service's answers. */

/** What an answer of Pledge holds, by its schema. Throws an ApiError. */
export function readOwn<Schema extends z.ZodMiniType>(schema: Schema, data: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, data);
  if (parsed.success) return parsed.data;
  throw new ApiError('unreadable', { message: 'Pledge gave an answer that can’t be read.' });
}

/** Asks Pledge for what it keeps at an address. Throws an ApiError. */
export async function getOwn<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.output<Schema>> {
  return readOwn(schema, (await request('GET', path, { signal })).data);
}

/** Sends a change for the holder of a session: the gateway refuses it for anyone else. Throws an ApiError. */
export async function sendFor(
  holder: string,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
) {
  return await request(method, path, { body, signal, headers: { [HOLDER_HEADER]: holder } });
}
