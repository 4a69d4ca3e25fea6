import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import * as z from 'zod/mini';
import { GATEWAY_CODES } from '#contract/session.ts';
import { GatewayFailure } from './failures.ts';

/** How webhooks are told from forgeries; at least one style has to be set for any to be taken. */
export interface WebhookSettings {
  /** Secrets of the Standard Webhooks specification: any of them may have signed. */
  secrets: readonly string[];
  /** The other common style: a hex HMAC-SHA256 of the raw body under a header of this name. */
  hmac: { header: string; secret: string } | undefined;
}

/** A webhook that is what it says. */
export interface TakenWebhook {
  /** The sender's id of the event, by which a repeat is known. */
  id: string;
  type: string;
  order: Record<string, unknown> | null;
  member: string | null;
  /** The organisation that the event is for, where the sender names it. */
  organisation: string | null;
}

const record = z.record(z.string(), z.unknown());
const standardBody = z.object({ type: z.string(), data: record });
const otherBody = z.object({ webhook_event: z.string(), order: z.optional(record) });

/**
 * Verifies a webhook by its signature over the raw body and reads it (open questions, row 13). Throws a 401
 * GatewayFailure where it is forged, altered or stale, and a 400 one where it is signed but can't be read.
 */
export function takeWebhook(headers: Headers, body: string, settings: WebhookSettings): TakenWebhook {
  const id = headers.get('webhook-id');
  if (id !== null && isStandard(headers, body, settings.secrets)) return readStandard(id, body);
  if (settings.hmac && isHmac(headers, body, settings.hmac)) return readOther(body);
  throw new GatewayFailure(401, GATEWAY_CODES.forgedWebhook, 'The signature of this webhook is not right.');
}

function isStandard(headers: Headers, body: string, secrets: readonly string[]): boolean {
  const signed = Object.fromEntries(headers);
  return secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, signed, { jsonParse: false });
      return true;
    } catch (error) {
      if (error instanceof WebhookVerificationError) return false;
      throw error;
    }
  });
}

function isHmac(
  headers: Headers,
  body: string,
  { header, secret }: { header: string; secret: string },
): boolean {
  const given = headers.get(header) ?? '';
  if (!/^[0-9a-f]{64}$/i.test(given)) return false;
  const wanted = createHmac('sha256', secret).update(body, 'utf8').digest();
  return timingSafeEqual(Buffer.from(given, 'hex'), wanted);
}

function readStandard(id: string, body: string): TakenWebhook {
  const parsed = z.safeParse(standardBody, parse(body));
  if (!parsed.success || id.length > 200) throw unreadable();
  const { type, data } = parsed.data;
  return { id, type, ...partsOf(data) };
}

function readOther(body: string): TakenWebhook {
  const value = parse(body);
  const parsed = z.safeParse(otherBody, value);
  if (!parsed.success) throw unreadable();
  // This style has no id of its own: the same body is the same event.
  const id = `sha256:${createHash('sha256').update(body, 'utf8').digest('hex')}`;
  return { id, type: parsed.data.webhook_event, ...partsOf(value as Record<string, unknown>) };
}

function partsOf(data: Record<string, unknown>): Pick<TakenWebhook, 'order' | 'member' | 'organisation'> {
  const order = z.safeParse(record, data.order);
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return {
    order: order.success ? order.data : null,
    member: text(data.member),
    organisation: text(data.organisation) ?? text(order.data?.organisation),
  };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function unreadable(): GatewayFailure {
  return new GatewayFailure(400, GATEWAY_CODES.malformed, 'The webhook is signed but can’t be read.');
}
