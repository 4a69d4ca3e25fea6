import { Pool } from 'undici';

/** A server to call, and what every call carries. */
export interface Target {
  origin: string;
  headers: Record<string, string>;
}

interface Call {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
}

/** Calls a server one call after the other; returns how long each took, in milliseconds. Throws on a refusal. */
export async function callInTurn(target: Target, calls: readonly Call[]): Promise<number[]> {
  return await callAtOnce(target, calls, 1);
}

/** Makes calls, so many at once; returns how long each took, in milliseconds. Throws on a refusal. */
export async function callAtOnce(target: Target, calls: readonly Call[], most: number): Promise<number[]> {
  const pool = new Pool(target.origin, { connections: most, pipelining: 1 });
  const times: number[] = [];
  const waiting = calls.values();
  const caller = async () => {
    for (const { path, method = 'GET', headers } of waiting) {
      const began = performance.now();
      const { statusCode, body } = await pool.request({
        path,
        method,
        headers: { ...target.headers, ...headers },
      });
      const bytes = await body.arrayBuffer();
      times.push(performance.now() - began);
      if (statusCode !== 200) {
        throw new Error(
          `${path} was answered with ${statusCode}: ${Buffer.from(bytes).toString().slice(0, 200)}`,
        );
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: most }, caller));
  } finally {
    await pool.close();
  }
  return times;
}

/** Calls one address as often as it goes for some time from 32 connections; returns the answers a second. */
export async function throughput(target: Target, path: string, forMs = 2_000): Promise<number> {
  const until = performance.now() + forMs;
  function* calls(): Generator<Call> {
    while (performance.now() < until) yield { path };
  }
  const pool = new Pool(target.origin, { connections: 32, pipelining: 1 });
  const began = performance.now();
  let count = 0;
  const waiting = calls();
  const caller = async () => {
    for (const call of waiting) {
      const { body } = await pool.request({ ...call, method: 'GET', headers: target.headers });
      await body.dump();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: 32 }, caller));
  const seconds = (performance.now() - began) / 1_000;
  await pool.close();
  return count / seconds;
}
