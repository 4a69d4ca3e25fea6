import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isWorthRetrying, pauseAfter } from '#dashboard/api/http/api-error.ts';
import { deserializeData, serializeData } from '#dashboard/api/http/client.ts';
import { endSession, isSessionOpen } from '#dashboard/api/session/session.ts';
import { rendering } from '#dashboard/lib/rendering.ts';

const MAX_RETRIES = 2;

/** The cache of the service's answers, and the rules for asking again. */
export function createQueryClient(): QueryClient {
  const noticeSessionEnd = (error: unknown) => {
    if (error instanceof ApiError && error.kind === 'session') endSession(client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: noticeSessionEnd }),
    mutationCache: new MutationCache({ onError: noticeSessionEnd }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A browser that believes itself offline is often wrong; a failure says more than a wait without end.
        networkMode: 'always',
        // On the server there is no time for it: the browser asks again.
        retry: (failures, error) => !rendering() && failures < MAX_RETRIES && isWorthRetrying(error),
        retryDelay: pauseAfter,
        refetchOnWindowFocus: () => isSessionOpen(client),
      },
      mutations: { networkMode: 'always', retry: false },
      dehydrate: { serializeData },
      hydrate: { deserializeData },
    },
  });
  return client;
}
