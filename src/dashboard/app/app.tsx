import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { RenderedAt } from '#dashboard/ui/use-now.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { SessionGate } from './session/session-gate.tsx';

interface AppProps {
  client: QueryClient;
  /** When the server rendered the page, in milliseconds since 1970; null if it did not. */
  at: number | null;
  router: (pages: ReactNode) => ReactNode;
}

/** The whole of Pledge, the same on the server and in a browser but for the router. */
export function App({ client, at, router }: AppProps) {
  return (
    <StrictMode>
      <ErrorBoundary>
        <RenderedAt value={at}>
          <QueryClientProvider client={client}>{router(<AtAddress />)}</QueryClientProvider>
        </RenderedAt>
      </ErrorBoundary>
    </StrictMode>
  );
}

/**
 * Renders again with each address. React hydrates a boundary later than what is around it, and misses a change of context
 * until then: after Back, it would hydrate the page of one address as that of another.
 */
function AtAddress() {
  useLocation();
  return (
    <Suspense>
      <SessionGate />
    </Suspense>
  );
}
