import { useDesk } from '#dashboard/api/session/session.ts';
import { Dialog } from '#dashboard/ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/** Comes over the page when the session ends in the middle of work. */
export function SessionDialog() {
  const { session, demoSignIns } = useDesk();
  return (
    <Dialog
      title="Your session has ended"
      description={`Sign in as ${session?.person.name} to carry on: the page stays as it is, and nothing is sent twice.`}
    >
      <SignInForm demoSignIns={demoSignIns} name={session?.person.name} />
      <p className="mt-5 border-hairline border-t pt-4 text-center">
        <SignOutButton look="quiet">Leave this page and sign out</SignOutButton>
      </p>
    </Dialog>
  );
}
