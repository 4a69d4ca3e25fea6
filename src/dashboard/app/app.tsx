import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { forgetPersonal } from '#dashboard/api/session/forget.ts';
import { sessionHolder, useDesk } from '#dashboard/api/session/session.ts';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { RenderedAt } from '#dashboard/ui/use-now.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { SignInPage } from './session/sign-in-part.ts';
import { Shell } from './shell/shell.tsx';

/**
 * The whole of Pledge, the same on the server and in a browser but for the router. `at` is when the server rendered the
 * page, in milliseconds since 1970; null if it did not.
 */
export function App(props: {
  client: QueryClient;
  at: number | null;
  router: (pages: ReactNode) => ReactNode;
}) {
  const { client, at, router } = props;
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

const SessionDialog = lazyPart(() =>
  import('./session/session-dialog.tsx').then((module) => module.SessionDialog),
);

/** The sign-in, or the desk; and the sign-in over the desk where the session ended in the middle of work. */
function SessionGate() {
  const desk = useDesk();
  /** Whether this tab has shown the sign-in page. */
  const arrived = useRef(false);
  const isSignedIn = desk.session !== null;
  const wasSignedIn = useRef(isSignedIn);
  useEffect(() => {
    // After a sign-out, here or in another tab. The pages have ended and noted what they note on leaving.
    if (wasSignedIn.current && !isSignedIn) forgetPersonal();
    wasSignedIn.current = isSignedIn;
  }, [isSignedIn]);

  if (desk.session === null) {
    arrived.current = true;
    return <SignInPage />;
  }
  return (
    <>
      {/* Another holder's desk is another desk: nothing that was typed or loaded for the last one stays in it. */}
      <Shell key={sessionHolder(desk)} arrived={arrived.current} />
      {desk.ended && (
        <ErrorBoundary>
          <SessionDialog.Apart />
        </ErrorBoundary>
      )}
    </>
  );
}
