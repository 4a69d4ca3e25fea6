import type { ReactNode } from 'react';
import { SIGN_IN_CODES } from '#contract/session.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { buttonClass } from '#dashboard/ui/button.tsx';

interface RefusedProps {
  title: string;
  error: Error;
  /** The page that a fresh sign-in goes on to. */
  to: string;
  /** What is said instead of why. */
  children?: ReactNode;
}

/**
 * Says why the gateway didn't do what was asked for. If only the sign-in is too old, leads to the identity provider for
 * a fresh one in another tab: what was typed here stays.
 */
export function Refused({ title, error, to, children }: RefusedProps) {
  const known = error instanceof ApiError ? error : undefined;
  return (
    <Banner
      tone="danger"
      title={title}
      action={
        known?.code === SIGN_IN_CODES.recentSignInRequired && (
          <a
            href={`/session/oidc?recent=1&to=${to}`}
            target="_blank"
            className={buttonClass()}
            rel="noopener"
          >
            Sign in again
          </a>
        )
      }
    >
      {children ?? (known && known.code === undefined ? explainRead(known) : error.message)}
    </Banner>
  );
}
