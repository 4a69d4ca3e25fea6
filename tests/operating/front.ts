import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '#tests/support/postgres-server.mjs';

/** The name in the example configuration. */
const NAME = 'pledge.example.com';

/** nginx with the example configuration. */
export interface Front {
  /** What browsers would use. */
  origin: string;
  /** The port for plain http. */
  plainPort: number;
  /** Sends a request over https and resolves with the head of the answer; the certificate is checked. */
  send(
    path: string,
    init?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<IncomingMessage>;
  stop(): Promise<void>;
}

/** Two free ports, for https and http: the gateway has to know the origin before nginx starts. */
export async function frontPorts(): Promise<{ origin: string; port: number; plainPort: number }> {
  const [port, plainPort] = [await freePort(), await freePort()];
  return { origin: `https://${NAME}:${port}`, port, plainPort };
}

/**
 * Starts nginx with deploy/nginx.conf, in which only the ports, the paths of the certificate and the address of Pledge
 * are replaced. The certificate is made for this run.
 */
export async function startFront(
  programs: { nginx: string; openssl: string },
  folder: string,
  ports: Awaited<ReturnType<typeof frontPorts>>,
  upstreams: readonly number[],
): Promise<Front> {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const made = spawnSync(
    programs.openssl,
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...[
        '-subj',
        `/CN=${NAME}`,
        '-addext',
        `subjectAltName=DNS:${NAME}`,
        '-out',
        certificate,
        '-keyout',
        key,
      ],
    ],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(configuration, whole(folder, site({ certificate, key, ports, upstreams })));
  const nginx = spawn(programs.nginx, ['-p', folder, '-e', 'stderr', '-c', configuration], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  nginx.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => nginx.once('exit', () => resolve()));
  const failed = ended.then(() => {
    throw new Error(`nginx ended:\n${said}`);
  });
  failed.catch(() => undefined);
  await Promise.race([listens(ports.port), failed]);
  const ca = readFileSync(certificate);
  return {
    origin: ports.origin,
    plainPort: ports.plainPort,
    send: async (path, { method = 'GET', headers = {}, body } = {}) =>
      await new Promise((resolve, reject) => {
        const call = request(
          {
            host: '127.0.0.1',
            port: ports.port,
            servername: NAME,
            ca,
            agent: false,
            method,
            path,
            headers: { host: `${NAME}:${ports.port}`, ...headers },
          },
          resolve,
        );
        call.on('error', reject);
        call.end(body);
      }),
    async stop() {
      nginx.kill('SIGTERM');
      await ended;
    },
  };
}

interface Site {
  certificate: string;
  key: string;
  ports: { port: number; plainPort: number };
  upstreams: readonly number[];
}

/** The example with this run's ports and paths. Throws if it has none of what is replaced. */
function site({ certificate, key, ports, upstreams }: Site): string {
  const servers = upstreams.map((port) => `server 127.0.0.1:${port};`).join(' ');
  const replacements: [string, string][] = [
    ['server 127.0.0.1:4173;', servers],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${ports.port} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['listen 80;', `listen 127.0.0.1:${ports.plainPort};`],
    ['listen [::]:80;', ''],
    ['/etc/ssl/pledge/fullchain.pem', certificate],
    ['/etc/ssl/pledge/privkey.pem', key],
  ];
  return replacements.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/nginx.conf has no "${from}"`);
      return text.replace(from, to);
    },
    readFileSync('deploy/nginx.conf', 'utf8'),
  );
}

/** What the packages' own nginx.conf has around a site. */
function whole(folder: string, text: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    'daemon off;',
    process.getuid?.() === 0 ? 'user root;' : '',
    `pid ${join(folder, 'nginx.pid')};`,
    'events { worker_connections 256; }',
    'http {',
    'access_log off;',
    ...temporary.map((name) => `${name}_temp_path ${join(folder, name)};`),
    text,
    '}',
  ].join('\n');
}

/** Resolves once a port takes connections. */
async function listens(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
