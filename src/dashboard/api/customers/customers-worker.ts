import { readCustomers } from '#dashboard/api/customers/customer-rows.ts';
import { openEnvelope } from '../http/envelope.ts';

/** Reads an answer with all customers, because reading a hundred thousand would block the page; null if it is none. */
self.addEventListener('message', ({ data: bytes }: MessageEvent<ArrayBuffer>) => {
  const { data, failed } = openEnvelope({ ok: true }, bytes);
  self.postMessage(!failed && Array.isArray(data) ? readCustomers(data) : null);
});
