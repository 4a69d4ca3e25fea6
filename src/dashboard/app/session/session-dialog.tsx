import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { takeUpSession, useDesk } from '#dashboard/api/session/session.ts';
import { rendering } from '#dashboard/lib/rendering.ts';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import { useWindowEvent } from '#dashboard/ui/use-window-event.ts';
import { OrganisationSignIn, SignInWays } from './sign-in-form.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/** Comes over the page when the session ends in the middle of work. */
export function SessionDialog() {
  const { session } = useDesk();
  // What has the focus now: the sign-in takes it before the dialog could note it.
  const [opener] = useState(() => ({
    current: rendering() ? null : (document.activeElement as HTMLElement | null),
  }));
  return (
    // It has to be answered: neither Escape nor a press outside closes it.
    <TaskDialog
      title="Your session has ended"
      description={`Sign in as ${session?.person.name} to continue. The page stays as it is, and nothing is sent twice.`}
      opener={opener}
    >
      <SignInWays organisation={<OtherTabSignIn />} name={session?.person.name} />
      <p className="mt-5 border-hairline border-t pt-4 text-center">
        <SignOutButton>Leave this page and sign out</SignOutButton>
      </p>
    </TaskDialog>
  );
}

/** The sign-in with the organisation, in another tab: what was typed here stays. */
function OtherTabSignIn() {
  const client = useQueryClient();
  useWindowEvent('focus', () => void takeUpSession(client));
  return (
    <>
      <OrganisationSignIn to="/" target="_blank" />
      <p className="mt-2 text-muted">It opens in another tab. Come back here afterwards.</p>
    </>
  );
}
