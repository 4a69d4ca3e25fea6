import { useLocation } from 'react-router-dom';
import { SIGN_IN_CODES } from '#contract/session.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainChange, mayBeMade } from '#dashboard/api/http/explain.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { ErrorReference } from '#dashboard/ui/error-reference.tsx';

const NOT_KNOWN = 'The outcome is not known';
const MAY_BE_MADE = 'The change may have been made. Reload the page to check.';

/** Why a change was not made, or that this isn't known. If only the sign-in is too old, a fresh one opens in another tab: what was typed stays. */
export function Refused({ title, error }: { title: string; error: Error }) {
  const { pathname } = useLocation();
  const known = error instanceof ApiError ? error : undefined;
  return (
    <Banner
      tone="danger"
      title={mayBeMade(error) ? NOT_KNOWN : title}
      action={
        known?.code === SIGN_IN_CODES.recentSignInRequired && (
          <a
            href={`/session/oidc?recent=1&to=${encodeURIComponent(pathname)}`}
            target="_blank"
            className={buttonClass()}
            rel="noopener"
          >
            Sign in again
          </a>
        )
      }
    >
      {mayBeMade(error) ? MAY_BE_MADE : explainChange(error)}
      <ErrorReference code={known?.code} status={known?.status} requestId={known?.requestId} />
    </Banner>
  );
}

/** The same in one line, where a banner has no room. `what` says that nothing was done; a read (`isRead`) changes nothing. */
export function RefusedLine(props: {
  what: string;
  error: Error | null | undefined;
  isRead?: boolean;
  className?: string;
}) {
  const { what, error, isRead = false, className = '' } = props;
  if (!error) return null;
  return (
    <p role="alert" className={`text-danger text-table ${className}`}>
      {!isRead && mayBeMade(error) ? `${NOT_KNOWN}. ${MAY_BE_MADE}` : `${what} ${explainChange(error)}`}
    </p>
  );
}
