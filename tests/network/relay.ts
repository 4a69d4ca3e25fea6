import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** How a connection ends: by RST, by FIN, or not at all: it stays open and carries nothing any more. */
export const ENDINGS = ['reset', 'fin', 'silence'] as const;
type Ending = (typeof ENDINGS)[number];

/**
 * The points that a POST or its response is cut at: before the request, after the whole request was forwarded, at
 * the first byte of the response, inside the response's head, and inside its body.
 */
export const POINTS = ['before', 'received', 'answered', 'head', 'body'] as const;
type Point = (typeof POINTS)[number];

interface Cut {
  point: Point;
  ending: Ending;
  /** Which requests are cut: a text that their head or body holds. */
  holding: string;
  /** How many requests are cut; later ones pass. */
  times: number;
}

export interface Relay {
  address: string;
  port: number;
  /** Cuts requests from now on. Returns how many it has cut so far. */
  cut(cut: Cut): () => number;
  /** The ports that whole POSTs that hold a text were bound for, in their order. */
  posts(holding: string): number[];
  close(): Promise<void>;
}

/**
 * Relays TCP connections on this machine, each to the next port of several that accepts it, and cuts the connections
 * of chosen requests.
 */
export async function startRelay(ports: readonly number[]): Promise<Relay> {
  const cuts: (Cut & { done: number })[] = [];
  const posts: { request: string; port: number }[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const chooseCut = (request: string, port: number): Cut | undefined => {
    posts.push({ request, port });
    const cut = cuts.find(({ holding, times, done }) => done < times && request.includes(holding));
    if (cut) cut.done += 1;
    return cut;
  };
  let turn = 0;
  const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, async (down) => {
    keep(down).on('error', () => undefined);
    const first = turn++;
    const order = ports.map((_, nth) => ports[(first + nth) % ports.length] as number);
    const up = await connectToFirst(order);
    if (!up) return void down.resetAndDestroy();
    keep(up);
    if (down.destroyed) up.destroy();
    else relayBetween(down, up, chooseCut);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    cut(cut) {
      const own = { ...cut, done: 0 };
      cuts.push(own);
      return () => own.done;
    },
    posts: (holding) => posts.filter(({ request }) => request.includes(holding)).map((post) => post.port),
    close: async () =>
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function connectToFirst(ports: readonly number[]): Promise<Socket | null> {
  for (const port of ports) {
    const up = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const isOpen = await new Promise<boolean>((resolve) => {
      up.once('connect', () => resolve(true));
      up.once('error', () => resolve(false));
    });
    up.on('error', () => undefined);
    if (isOpen) return up;
  }
  return null;
}

/** Passes everything on, ends included, but for the requests that are to be cut. */
function relayBetween(
  down: Socket,
  up: Socket,
  chooseCut: (request: string, port: number) => Cut | undefined,
): void {
  /** A POST that has not arrived whole yet. */
  let request: Buffer | null = null;
  let cut: Cut | undefined;
  let response = Buffer.alloc(0);
  let isSilent = false;
  const end = (ending: Ending) => {
    isSilent = true;
    if (ending === 'silence') return;
    for (const socket of [down, up]) {
      if (ending === 'reset') socket.resetAndDestroy();
      else socket.end(() => socket.destroy());
    }
  };
  down.on('data', (chunk) => {
    if (isSilent) return;
    if (request === null && !chunk.subarray(0, 5).equals(Buffer.from('POST '))) return void up.write(chunk);
    request = Buffer.concat([request ?? Buffer.alloc(0), chunk]);
    if (!isWhole(request)) return;
    const whole = request;
    request = null;
    response = Buffer.alloc(0);
    cut = chooseCut(whole.toString('latin1'), up.remotePort ?? 0);
    if (cut?.point === 'before') return end(cut.ending);
    up.write(whole);
    if (cut?.point !== 'received') return;
    isSilent = true;
    if (cut.ending === 'silence') return;
    // An RST could overtake what was just written; an orderly end can't.
    up.end();
    if (cut.ending === 'reset') down.resetAndDestroy();
    else down.end(() => down.destroy());
  });
  up.on('data', (chunk) => {
    if (isSilent) return;
    if (!cut) return void down.write(chunk);
    response = Buffer.concat([response, chunk]);
    const part = partBefore(cut.point, response);
    if (part === null) return;
    const { ending } = cut;
    isSilent = true;
    if (part.byteLength === 0) return end(ending);
    down.write(part);
    setTimeout(end, APART_MS, ending);
  });
  for (const [from, to] of [
    [down, up],
    [up, down],
  ] as const) {
    from.on('end', () => isSilent || to.end());
    from.on('close', (hadError) => {
      if (isSilent) return;
      if (hadError) to.resetAndDestroy();
      else to.destroySoon();
    });
  }
  down.resume();
}

function isWhole(request: Buffer): boolean {
  const head = request.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /^content-length: *(\d+)/im.exec(request.toString('latin1', 0, head))?.[1];
  return request.byteLength >= head + 4 + Number(length ?? 0);
}

/** A receiver that reads data and an RST at once takes it for a FIN. */
const APART_MS = 20;

/** As much of a response as passes before the cut; null until that has arrived. */
function partBefore(point: Point, response: Buffer): Buffer | null {
  if (point === 'answered') return Buffer.alloc(0);
  if (point === 'head') return response.subarray(0, Math.min(20, response.byteLength - 1));
  const body = response.indexOf('\r\n\r\n') + 4;
  if (body < 4 || response.byteLength < body + 2) return null;
  return response.subarray(0, Math.floor((body + response.byteLength) / 2));
}
