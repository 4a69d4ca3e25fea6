import { type RunningProcess, startProgram } from '#tests/support/processes.ts';
import { CRESTLINE, type Desk, signInto } from './desk.ts';
import { type Parts, postmasterOf } from './processor-time.ts';
import type { Stage } from './stage.ts';

/** Gateways with a service each, over one database, signed in to by one session. */
export interface Machines {
  desks: Desk[];
  /** The addresses of the services. */
  services: string[];
  /** Their processes and those of the database. */
  parts: Parts;
  end(): Promise<void>;
}

/** Starts so many services and gateways over a database, all with the same secret. */
export async function startMachines(
  stage: Stage,
  databaseUrl: string,
  count: number,
  settings: Record<string, string> = {},
): Promise<Machines> {
  const shared = { DATABASE_URL: databaseUrl, DATA_DIR: stage.folder(), LOG_LEVEL: 'error' };
  const secret = { SESSION_SECRET: 'the secret that all gateways of the bench share' };
  const services: RunningProcess[] = [];
  const gateways: RunningProcess[] = [];
  for (let nth = 0; nth < count; nth++) {
    const service = await stage.keep(startProgram('service', shared));
    const env = { ...shared, ...secret, ...settings, SERVICE_URL: service.address };
    services.push(service);
    gateways.push(await stage.keep(startProgram('gateway', env)));
  }
  const [first] = gateways;
  const signedIn = await signInto(first?.address ?? '', CRESTLINE);
  const pidsOf = (programs: readonly RunningProcess[]) => programs.flatMap(({ child }) => child.pid ?? []);
  return {
    desks: gateways.map(({ address }) => ({ ...signedIn, address })),
    services: services.map(({ address }) => address),
    parts: {
      gateway: pidsOf(gateways),
      service: pidsOf(services),
      database: await postmasterOf(databaseUrl),
    },
    async end() {
      for (const one of [...gateways, ...services]) await one.end();
    },
  };
}

/** Writes the processor time of each part and of all together: `gateway 1.2, service 2.0, database 1.9, all 5.1 ms`. */
export function perRequest(times: Record<string, number>, requests: number): string {
  const each = Object.entries(times).map(([name, time]) => `${name} ${(time / requests).toFixed(1)}`);
  const all = Object.values(times).reduce((sum, time) => sum + time, 0) / requests;
  return each.length === 0 ? '–' : `${each.join(', ')}, all ${all.toFixed(1)} ms`;
}
