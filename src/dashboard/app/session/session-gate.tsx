import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { forgetPersonal } from '#dashboard/api/session/forget.ts';
import { followOtherTabs, sessionHolder, useDesk } from '#dashboard/api/session/session.ts';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import { Shell } from '../shell/shell.tsx';
import { SignInPage } from './sign-in-part.ts';

const SessionDialog = lazyPart(() => import('./session-dialog.tsx').then((module) => module.SessionDialog));

/** The sign-in, or the desk; and the sign-in over the desk where the session ended in the middle of work. */
export function SessionGate() {
  const client = useQueryClient();
  const desk = useDesk();
  /** Whether this tab has shown the sign-in page. */
  const arrived = useRef(false);
  useEffect(() => followOtherTabs(client), [client]);
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
