import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { createService } from '#service/app.ts';
import { startScript } from '#tests/support/processes.ts';
import { openShortLivedPool } from '#tests/support/short-lived-pool.ts';
import type { Stage } from './stage.ts';

interface Statement {
  text: string;
  values: unknown[];
}

/**
 * Starts a bare HTTP server that answers some addresses by the very statements that the service asks for them:
 * they are listened to, not written out a second time. Returns its address.
 */
export async function startQueryServer(
  stage: Stage,
  databaseUrl: string,
  accessToken: string,
  addresses: readonly string[],
): Promise<string> {
  const statements: Record<string, Statement[]> = {};
  for (const address of addresses)
    statements[address] = await statementsOf(databaseUrl, accessToken, address);
  const file = join(stage.folder(), 'statements.json');
  writeFileSync(file, JSON.stringify({ databaseUrl, statements }));
  const script = join('tests', 'bench', 'references', 'query-server.mjs');
  return (await stage.keep(startScript(script, [file], {}))).address;
}

async function statementsOf(databaseUrl: string, accessToken: string, address: string): Promise<Statement[]> {
  const heard: Statement[] = [];
  const pool = openShortLivedPool(databaseUrl, 1);
  const query = async (text: string, values: unknown[] = []) => {
    heard.push({ text, values: values.map(asJson) });
    return await pool.query(text, values);
  };
  const service = createService({
    db: Object.assign(Object.create(pool), { query }),
    log: pino({ level: 'silent' }),
  });
  try {
    const headers = { authorization: `Bearer ${accessToken}` };
    const answer = await service(new Request(`http://service.bench${address}`, { headers }));
    if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
    return heard;
  } finally {
    await pool.end();
  }
}

/** Bytes, which JSON doesn't know, by their hexadecimal digits. */
function asJson(value: unknown): unknown {
  return value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value;
}
