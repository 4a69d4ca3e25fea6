import { Link } from 'react-router-dom';
import { GATEWAY_CODES } from '#contract/session.ts';
import { runAddress } from '#dashboard/api/addresses.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';

export interface StartFailure {
  message: string;
  /** The run was started before, and the draft has changed since. */
  isChanged: boolean;
}

/** Why a run could not be started; null if nothing failed. */
export function startFailure(error: unknown): StartFailure | null {
  if (error === null) return null;
  const failure = error instanceof ApiError ? error : null;
  return { message: messageOf(failure), isChanged: failure?.code === GATEWAY_CODES.runChanged };
}

function messageOf(error: ApiError | null): string {
  switch (error?.kind) {
    case 'session':
      return 'Your session has ended, and nothing was sent. Sign in, then confirm again.';
    case 'invalid':
    case 'refused':
    case 'forbidden':
      return error.code === GATEWAY_CODES.permissionRequired ? explainRead(error) : error.message;
    default:
      return 'Pledge did not answer. The run may have started.';
  }
}

/** Says that a run was started from an earlier version of the draft, and offers both ways to go on. */
export function StartedBefore({ run, onSeparate }: { run: string; onSeparate: () => void }) {
  return (
    <Banner
      tone="warning"
      title="A run was started from an earlier version of this list"
      action={
        <div className="flex flex-wrap gap-2">
          <Link to={runAddress(run)} className={buttonClass()}>
            View that run
          </Link>
          <Button onClick={onSeparate}>Use as a new list</Button>
        </div>
      }
    >
      Nothing was sent now. Check that run first: orders in both lists would be requested twice.
    </Banner>
  );
}
