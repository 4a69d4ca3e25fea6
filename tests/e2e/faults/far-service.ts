import { startProgram, temporaryFolder } from '#tests/support/processes.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

export interface FarService {
  /** The address of a gateway before it. */
  desk: string;
  /** Between the gateway and the service. */
  back: FaultProxy;
}

/** The built service as a process, a fault proxy before it, and the built gateway before that, while `use` takes. */
export async function withFarService(
  timeoutMs: number,
  use: (far: FarService) => Promise<void>,
): Promise<void> {
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  const service = await startProgram('service', { DATA_DIR: folders[0].path, LOG_LEVEL: 'warn' });
  const back = await startFaultProxy(service.address);
  const gateway = await startProgram('gateway', {
    DATA_DIR: folders[1].path,
    LOG_LEVEL: 'silent',
    SERVICE_URL: back.address,
    SERVICE_TIMEOUT_MS: String(timeoutMs),
  });
  await use({ desk: gateway.address, back });
  await gateway.end();
  await back.close();
  await service.end();
  for (const folder of folders) folder.remove();
}
