import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startProgram, temporaryFolder } from '#tests/support/processes.ts';

/** `html`: a web page instead of an answer; `slow`: no answer at all; `broken`: a failure of the service. */
type Mood = 'well' | 'html' | 'slow' | 'broken';

export interface FlakyService {
  /** The address of a gateway before it. */
  desk: string;
  mood(mood: Mood): void;
  /** Nobody listens any more. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** The built service as a process, with a proxy before it that fails on demand, and a gateway before that. */
export async function startFlakyService(): Promise<FlakyService> {
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  const service = await startProgram('service', { DATA_DIR: folders[0].path, LOG_LEVEL: 'warn' });
  let mood: Mood = 'well';
  const proxy = createServer((incoming, outgoing) => {
    if (mood === 'slow') return;
    if (mood === 'well') pass(service.address, incoming, outgoing);
    else if (mood === 'html')
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    else
      outgoing
        .writeHead(500, { 'content-type': 'application/json' })
        .end('{"status":"error","message":"Broken"}');
  });
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      proxy.listen(port, '127.0.0.1', () => resolve((proxy.address() as AddressInfo).port));
    });
  const goDown = () =>
    new Promise<void>((resolve) => {
      proxy.close(() => resolve());
      proxy.closeAllConnections();
    });
  const port = await listen(0);
  const gateway = await startProgram('gateway', {
    DATA_DIR: folders[1].path,
    LOG_LEVEL: 'warn',
    SERVICE_URL: `http://127.0.0.1:${port}`,
    SERVICE_TIMEOUT_MS: '1000',
  });
  return {
    desk: gateway.address,
    mood(next) {
      mood = next;
    },
    goDown,
    async comeBack() {
      if (!proxy.listening) await listen(port);
    },
    async close() {
      await gateway.end();
      await goDown();
      await service.end();
      for (const folder of folders) folder.remove();
    },
  };
}

function pass(address: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url = '/', headers } = incoming;
  const onward = request(new URL(url, address), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}
