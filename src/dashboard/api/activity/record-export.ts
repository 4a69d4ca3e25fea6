import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { exportRequest } from '#contract/audit.ts';
import { HOLDER_HEADER } from '#contract/session.ts';
import { request } from '../http/client.ts';
import { sessionHolder, useDesk } from '../session/session.ts';

/** Records an export in the audit log, before the file is saved. */
export function useRecordExport() {
  const headers = { [HOLDER_HEADER]: sessionHolder(useDesk()) };
  return useMutation({
    mutationFn: async (body: z.input<typeof exportRequest>) =>
      await request('POST', '/desk/exports', { body, headers }),
  });
}
