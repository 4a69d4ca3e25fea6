import { useLocation } from 'react-router-dom';
import { useDesk } from '#dashboard/api/session/session.ts';
import { PageTitle } from '#dashboard/ui/page-title.tsx';
import { ThemeToggle } from '#dashboard/ui/theme-toggle.tsx';
import { EnvironmentBadge } from '../shell/environment-badge.tsx';
import { Mark } from '../shell/mark.tsx';
import { OrganisationSignIn, SignInWays } from './sign-in-form.tsx';

/** Takes the place of every page without a session; the page follows the sign-in. */
export function SignInPage() {
  const { environment, signIn } = useDesk();
  const { pathname, search, hash } = useLocation();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center justify-between px-4 md:px-6">
        <Mark />
        <ThemeToggle />
      </header>
      <main className="mx-auto flex w-full max-w-104 flex-1 flex-col justify-center px-4 pt-4 pb-24">
        <PageTitle title="Sign in" />
        <p className="mt-1 mb-5 text-muted">
          {signIn.token
            ? 'Sign in with your organisation’s access token and your name.'
            : 'Your organisation’s sign-in service asks for your user name and password.'}
        </p>
        <div className="rounded-dialog border border-hairline bg-panel p-5 md:p-6">
          <SignInWays organisation={<OrganisationSignIn to={pathname + search + hash} />} />
        </div>
        <div className="mt-4 flex items-center gap-2 text-muted text-table">
          <span>Connected to</span>
          <EnvironmentBadge environment={environment} />
        </div>
      </main>
    </div>
  );
}
