import { type CustomerColumns, readCustomers } from '#dashboard/api/customers/customer-rows.ts';
import { MOST_BYTES } from '../http/call-log.ts';
import { openEnvelope } from '../http/envelope.ts';

/** What the worker that asks for all customers is sent: where to ask, and how long to wait, in milliseconds. */
export interface CustomersQuestion {
  path: string;
  timeout: number;
}

export interface AnswerHead {
  status: number;
  headers: [name: string, value: string][];
}

export type CustomersAnswer =
  /** A list of customers; of the answer's text, its length and its beginning. */
  | { kind: 'customers'; head: AnswerHead; size: number; beginning: string; columns: CustomerColumns }
  | { kind: 'other'; head: AnswerHead; text: string }
  /** No answer, or one that broke off after its head, with the name and the message of the failure. */
  | { kind: 'failed'; head: AnswerHead | undefined; name: string; message: string };

/** Reads all customers in a worker, because reading a hundred thousand would block the page. */
self.addEventListener('message', async ({ data }: MessageEvent<CustomersQuestion>) => {
  self.postMessage(await ask(data));
});

async function ask({ path, timeout }: CustomersQuestion): Promise<CustomersAnswer> {
  let head: AnswerHead | undefined;
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(timeout) });
    head = { status: response.status, headers: [...response.headers] };
    const text = await response.text();
    const { data, failed } = openEnvelope(response, text);
    if (failed || !Array.isArray(data)) return { kind: 'other', head, text };
    // One character more than is kept of it shows that there was more.
    const beginning = text.slice(0, MOST_BYTES + 1);
    return { kind: 'customers', head, size: text.length, beginning, columns: readCustomers(data) };
  } catch (cause) {
    const { name, message } = cause as Error;
    return { kind: 'failed', head, name, message };
  }
}
