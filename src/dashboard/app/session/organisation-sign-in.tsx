import { buttonClass } from '#dashboard/ui/button.tsx';

interface OrganisationSignInProps {
  /** Where to go after the sign-in. */
  to: string;
  opensTab?: boolean;
}

/** Leads to the identity provider of the organisation. */
export function OrganisationSignIn({ to, opensTab = false }: OrganisationSignInProps) {
  return (
    <a
      href={`/session/oidc?${new URLSearchParams({ to })}`}
      target={opensTab ? '_blank' : undefined}
      className={`${buttonClass('primary')} w-full`}
    >
      Sign in with your organisation
    </a>
  );
}
