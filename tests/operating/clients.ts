import { Agent, request } from 'node:http';

/** A request as a client sends it again and again. */
export interface Ask {
  method?: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

interface Answer {
  status: number;
  /** The header Connection. */
  connection: string | undefined;
  text: string;
}

/** A client that keeps its connection and asks again and again until the server takes no more connections. */
interface Client {
  answers: Answer[];
  /** Resolves once the server takes no more connections, with what went wrong before that. */
  done: Promise<string[]>;
}

/** Sends a request and reads the whole answer. Rejects if the connection breaks. */
export async function ask(port: number, agent: Agent, { method = 'GET', path, headers, body }: Ask) {
  return await new Promise<Answer>((resolve, reject) => {
    const options = { port, host: '127.0.0.1', agent, method, path, headers };
    const call = request(options, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (chunk: string) => {
        text += chunk;
      });
      reply.on('error', reject);
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, connection: reply.headers.connection, text }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** Between an answer and the next request: the connection is idle for a moment, as a browser's is. */
const PAUSE_MS = 10;

/** Starts a client, which asks for something else each time if it likes. */
export function keepAsking(port: number, next: () => Ask): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers: Answer[] = [];
  const run = async () => {
    const failures: string[] = [];
    for (;;) {
      try {
        answers.push(await ask(port, agent, next()));
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code === 'ECONNREFUSED') break;
        failures.push(`${code ?? message} after ${answers.length} answers`);
      }
    }
    agent.destroy();
    return failures;
  };
  return { answers, done: run() };
}
