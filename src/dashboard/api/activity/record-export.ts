import type * as z from 'zod/mini';
import type { exportRequest } from '#contract/audit.ts';
import { useOwnChange } from '../session/use-own-change.ts';

/** Records an export in the audit log, before the file is saved. */
export function useRecordExport() {
  return useOwnChange(
    async (body: z.input<typeof exportRequest>, send) => await send('POST', '/desk/exports', body),
  );
}
