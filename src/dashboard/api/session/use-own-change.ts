import {
  type QueryClient,
  type QueryKey,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { sendFor } from '../own-data.ts';
import { deskQuery, readInTabs, sessionHolder, useDesk } from './session.ts';

type Method = 'POST' | 'PUT' | 'DELETE';
type Send = (method: Method, path: string, body?: unknown) => ReturnType<typeof sendFor>;

interface ChangeOptions<Wanted, Result>
  extends Omit<UseMutationOptions<Result, Error, Wanted>, 'mutationFn' | 'onSettled'> {
  /** What is read again before the change is done, also after a failure: others may have changed it. */
  refresh?: QueryKey | ((client: QueryClient) => Promise<unknown>);
}

/** A change of what Pledge itself keeps. `change` sends it for the person who is signed in. */
export function useOwnChange<Wanted, Result>(
  change: (wanted: Wanted, send: Send) => Promise<Result>,
  { refresh, onSuccess, ...options }: ChangeOptions<Wanted, Result> = {},
) {
  const client = useQueryClient();
  const holder = sessionHolder(useDesk());
  return useMutation({
    ...options,
    mutationFn: (wanted: Wanted) =>
      change(wanted, (method, path, body) => sendFor(holder, method, path, body)),
    onSuccess: (...done) => {
      // What one person was answered is nothing for another, who has signed in meanwhile.
      const desk = client.getQueryData(deskQuery.queryKey);
      return desk && sessionHolder(desk) === holder ? onSuccess?.(...done) : undefined;
    },
    onSettled: () =>
      typeof refresh === 'function' ? refresh(client) : refresh && readInTabs(client, refresh),
  });
}
