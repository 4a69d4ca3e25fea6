import { GATEWAY_CODES } from '#contract/session.ts';
import { GatewayFailure } from './failures.ts';

/** The deepest nesting that is read or stored; the deepest record of the interface has five levels. */
const MAX_DEPTH = 32;

/**
 * A value as `jsonb` takes it: without NULs and halves of surrogate pairs, which no text of PostgreSQL can hold, and
 * with null in place of anything that is nested too deep.
 */
export function jsonOf(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(storable(value, MAX_DEPTH));
}

/**
 * Parses the body of a request. Throws a SyntaxError if it is not JSON, and a 400 GatewayFailure if it is nested too
 * deep to be stored.
 */
export function parseBody(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!isDeeper(value, MAX_DEPTH)) return value;
  const message = `The body is nested deeper than the ${MAX_DEPTH} levels that are accepted.`;
  throw new GatewayFailure(400, GATEWAY_CODES.malformed, message);
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((part) => isDeeper(part, depth - 1));
}

function storable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.map((part) => storable(part, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [storableText(name), storable(part, depth - 1)]),
  );
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
