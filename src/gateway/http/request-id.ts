import { randomUUID } from 'node:crypto';

/** The id that a proxy in front gave a request, where it has a sound form. */
export function requestIdOf(request: Request): string | undefined {
  const given = request.headers.get('x-request-id') ?? '';
  return /^[\w.-]{8,64}$/.test(given) ? given : undefined;
}

export function newRequestId(): string {
  return randomUUID();
}
