import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { prepareFirstScreen } from './app/first-screen.ts';
import { keepReader } from './app/keep-reader.ts';
import { Providers } from './app/providers.tsx';
import { createQueryClient } from './app/query-client.ts';
import { SessionGate } from './app/session-gate.tsx';

const client = createQueryClient();

prepareFirstScreen(client).then(() => {
  const root = document.getElementById('root') as HTMLElement;
  // What stands there is the page's first picture, which this takes the place of.
  root.inert = false;
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <Providers client={client}>
          <Suspense>
            <SessionGate />
          </Suspense>
        </Providers>
      </ErrorBoundary>
    </StrictMode>,
  );
  setTimeout(keepReader);
});
