import type * as z from 'zod/mini';
import { CONTACT_MASKS } from '#contract/contact-masks.ts';
import { visibleMember } from '#contract/members.ts';

interface Def {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  innerType?: z.ZodMiniType;
}

/**
 * The answer of endpoint 5 for a browser: only those fields of a member that the contract makes visible, without
 * secrets, provider references and unknown fields, and with contact data masked. Other values are passed on unchanged;
 * an object instead of a value, or a value instead of an object, is removed, because it may contain anything. Throws if
 * the text isn't a JSON object.
 */
export function visibleMembersReply(text: string): string {
  const reply: unknown = JSON.parse(text);
  if (!isRecord(reply)) throw new SyntaxError('not an envelope');
  const { data, ...envelope } = keep(reply, ['status', 'message', 'data']);
  if (!isRecord(data)) return JSON.stringify(envelope);
  const { members, ...paging } = keep(data, ['page', 'pages', 'count', 'total', 'members']);
  const kept = Array.isArray(members)
    ? members.map((member) => masked(visible(visibleMember, member)))
    : undefined;
  return JSON.stringify({ ...envelope, data: { ...onlyValues(paging), ...(kept && { members: kept }) } });
}

/** A member with masked contact data; null instead of a member that can't be read. */
function masked(member: unknown): unknown {
  if (!isRecord(member) || !isRecord(member.user)) return member ?? null;
  const { user } = member;
  const contact = Object.entries(CONTACT_MASKS).flatMap(([name, mask]) => {
    const value = user[name];
    if (value === undefined) return [];
    // Of a number nothing can be said to be harmless.
    return [[name, typeof value === 'string' && value !== '' ? mask(value) : value ? null : value]];
  });
  return { ...member, user: { ...user, ...Object.fromEntries(contact) } };
}

/** A failure of the service for a browser: its message and code, without a stack or other internals. */
export function failureReply(text: string): string {
  const reply: unknown = JSON.parse(text);
  if (!isRecord(reply)) throw new SyntaxError('not an envelope');
  return JSON.stringify(onlyValues(keep(reply, ['status', 'message', 'code', 'error', 'error_code'])));
}

function visible(schema: z.ZodMiniType, value: unknown): unknown {
  const def = schema._zod.def as unknown as Def;
  if (def.innerType) return visible(def.innerType, value);
  if (def.type !== 'object') return isValue(value) ? value : undefined;
  if (!isRecord(value)) return value === null ? null : undefined;
  const seen: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(def.shape ?? {})) {
    if (Object.hasOwn(value, name)) seen[name] = visible(field, value[name]);
  }
  return seen;
}

function keep(from: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(from, name)).map((name) => [name, from[name]]),
  );
}

function onlyValues(from: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([, value]) => isValue(value)));
}

function isValue(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
