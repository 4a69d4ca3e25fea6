import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import * as z from 'zod/mini';
import { isStorable } from '#contract/fields.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { GatewayFailure } from '../http/failures.ts';
import { parseBody } from '../http/json.ts';

/** How webhooks are distinguished from forgeries; without one of these styles none is accepted. */
export interface WebhookSettings {
  /** Secrets of the Standard Webhooks specification: any of them may have signed. */
  secrets: readonly string[];
  /** The other common style: a hex HMAC-SHA256 of the raw body under a header of this name. */
  hmac: { header: string; secret: string } | undefined;
}

/** A webhook that is what it says. */
export interface TakenWebhook {
  /** The sender's id of the event, which identifies a repeat. */
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
 * Verifies a webhook by its signature over the bytes of its body and reads it (decisions, row 13). Throws a 401
 * GatewayFailure if it is forged, altered or stale, and a 400 one if it is signed but can't be read.
 */
export function takeWebhook(headers: Headers, body: Uint8Array, settings: WebhookSettings): TakenWebhook {
  const text = textOf(body);
  const id = headers.get('webhook-id');
  if (id !== null && text !== null && isStandard(headers, text, settings.secrets)) {
    return storable(readStandard(id, text));
  }
  if (settings.hmac && isHmac(headers, body, settings.hmac)) {
    if (text === null) throw unreadable();
    return storable(readOther(text));
  }
  throw new GatewayFailure(401, GATEWAY_CODES.forgedWebhook, 'The signature of this webhook is not right.');
}

/** The text that has exactly these bytes in UTF-8; null if there is none, so that no two bodies have the same text. */
function textOf(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

function storable(webhook: TakenWebhook): TakenWebhook {
  const { id, type, member, organisation, order } = webhook;
  const texts = [id, type, member, organisation, order?._id];
  if (texts.every((text) => typeof text !== 'string' || isStorable(text))) return webhook;
  throw unreadable();
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
  body: Uint8Array,
  { header, secret }: { header: string; secret: string },
): boolean {
  const given = headers.get(header) ?? '';
  if (!/^[0-9a-f]{64}$/i.test(given)) return false;
  const wanted = createHmac('sha256', secret).update(body).digest();
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
    return parseBody(body);
  } catch {
    return undefined;
  }
}

function unreadable(): GatewayFailure {
  return new GatewayFailure(400, GATEWAY_CODES.malformed, 'The webhook is signed but can’t be read.');
}
