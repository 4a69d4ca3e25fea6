import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isWorthRetrying, pauseAfter } from '#dashboard/api/http/api-error.ts';
import { deserializeData, serializeData } from '#dashboard/api/http/client.ts';
import { endSession, isSessionOpen } from '#dashboard/api/session/session.ts';
import { rendering } from '#dashboard/lib/rendering.ts';

export function createQueryClient(): QueryClient {
  const noticeSessionEnd = (error: unknown, askedAt?: number) => {
    if (error instanceof ApiError && error.kind === 'session') endSession(client, askedAt);
  };
  const client = new QueryClient({
    // A sign-in refetches the queries of the page, which drops the answers to their earlier requests.
    queryCache: new QueryCache({ onError: (error) => noticeSessionEnd(error) }),
    mutationCache: new MutationCache({
      onError: (error, _sent, _context, { state }) => noticeSessionEnd(error, state.submittedAt),
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A browser that believes itself offline is often wrong; a failure says more than a wait without end.
        networkMode: 'always',
        // On the server there is no time for it: the browser asks again.
        retry: (failures, error) => !rendering() && failures < 2 && isWorthRetrying(error),
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
