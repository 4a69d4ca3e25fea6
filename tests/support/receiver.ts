import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

interface ReceivedEvent {
  id: string;
  body: string;
  /** Whether the signature fits, by the library of the Standard Webhooks specification. */
  verified: boolean;
}

export interface Receiver {
  url: string;
  /** Every attempt that arrived, in order. */
  received: ReceivedEvent[];
  /** What it answers from now on: an HTTP status, or nothing at all. */
  answer: number | 'nothing';
  /** Resolves once `count` attempts have arrived. */
  arrival(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A receiver of webhooks on a port of this machine. A status from 300 to 399 leads back to itself. */
export async function startReceiver(secret: string): Promise<Receiver> {
  const webhook = new Webhook(secret);
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    receiver.received.push({
      id: String(request.headers['webhook-id']),
      body,
      verified: isVerified(webhook, body, request.headers as Record<string, string>),
    });
    for (const look of waiting) look();
    if (receiver.answer === 'nothing') return;
    const { answer } = receiver;
    response.writeHead(answer, answer >= 300 && answer < 400 ? { location: receiver.url } : {}).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    answer: 204,
    arrival: async (count) =>
      await new Promise<void>((resolve) => {
        const look = () => {
          if (receiver.received.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: async () =>
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

function isVerified(webhook: Webhook, body: string, headers: Record<string, string>): boolean {
  try {
    webhook.verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
