import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { compress } from './compress.ts';

let gateway: TestGateway;
let browser: TestBrowser;
beforeAll(async () => {
  gateway = await startTestGateway();
  browser = gateway.browser();
  await browser.signIn();
});
afterAll(() => gateway.close());

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const asking = (encoding: string) => ({ headers: { 'accept-encoding': encoding } });

describe('the gateway', () => {
  it.each(['/v1/api/tokens?limit=100', '/v1/api/customers', '/openapi.json'])(
    'compresses %s as the browser accepts it, and says that it depends on that',
    async (path) => {
      const plain = await browser.fetch(path);
      const text = await plain.text();
      expect(plain.headers.get('content-encoding')).toBeNull();
      for (const [accepted, name, decode] of [
        ['gzip, deflate, br', 'br', brotliDecompressSync],
        ['gzip;q=0.5, br;q=0', 'gzip', gunzipSync],
      ] as const) {
        const response = await browser.fetch(path, asking(accepted));
        expect(response.headers.get('content-encoding')).toBe(name);
        expect(response.headers.get('vary')).toBe('accept-encoding');
        expect(response.headers.get('content-length')).toBeNull();
        const bytes = await bytesOf(response);
        expect(bytes.byteLength).toBeLessThan(text.length / 2);
        expect(decode(bytes).toString()).toBe(text);
      }
    },
  );

  it('leaves short responses and event streams as they are', async () => {
    const short = await browser.fetch('/healthz', asking('br'));
    expect(short.headers.get('content-encoding')).toBeNull();
    expect(await short.json()).toMatchObject({ status: 'success' });
    const events = await browser.fetch('/events', asking('br'));
    expect(events.headers.get('content-encoding')).toBeNull();
    await events.body?.cancel();
  });
});

describe('a body that comes in parts', () => {
  const LONG = 'a'.repeat(2_000);

  /** A body whose parts a test writes one by one, and its compressed response. */
  function streamed() {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    // Resolves only once the part is read.
    const write = (text: string) => void writer.write(Buffer.from(text)).catch(() => undefined);
    const plain = new Response(readable, { headers: { 'content-type': 'text/html' } });
    const request = new Request('http://desk.test/', asking('br'));
    return { writer, write, response: () => compress(request, plain) };
  }

  it('leaves part by part', async () => {
    const { write, response } = streamed();
    const decoder = createBrotliDecompress();
    write(LONG);
    const parts = ((await response()).body as ReadableStream<Uint8Array>).getReader();
    const nextText = async () => {
      const text = new Promise((resolve) => decoder.once('data', (data) => resolve(String(data))));
      decoder.write((await parts.read()).value);
      return await text;
    };
    expect(await nextText()).toBe(LONG);
    write('the end');
    expect(await nextText()).toBe('the end');
  });

  it('fails if its source fails', async () => {
    const { write, writer, response } = streamed();
    write(LONG);
    const compressed = await response();
    writer.abort(new Error('The source broke.')).catch(() => undefined);
    await expect(compressed.text()).rejects.toThrow('The source broke.');
  });

  it('is released once its reader is gone', async () => {
    const { write, writer, response } = streamed();
    write(LONG);
    await (await response()).body?.cancel();
    await expect(writer.closed).rejects.toThrow();
  });
});
