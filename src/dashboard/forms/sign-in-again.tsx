import { buttonClass } from '#dashboard/ui/button.tsx';

/** Leads to the identity provider for a fresh sign-in, in another tab: what was typed here stays. */
export function SignInAgain() {
  return (
    <a href="/session/oidc?recent=1&to=/approvals" target="_blank" className={buttonClass()} rel="noopener">
      Sign in again
    </a>
  );
}
