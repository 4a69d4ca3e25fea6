import { buttonClass } from '#dashboard/ui/button.tsx';

/** Leads to the identity provider for a fresh sign-in in another tab, which goes on to a page: what was typed here stays. */
export function SignInAgain({ to }: { to: string }) {
  return (
    <a href={`/session/oidc?recent=1&to=${to}`} target="_blank" className={buttonClass()} rel="noopener">
      Sign in again
    </a>
  );
}
