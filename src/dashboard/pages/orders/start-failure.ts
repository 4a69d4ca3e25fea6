import { GATEWAY_CODES } from '#contract/session.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';

/** Whether a run could not be started because it was before, and its list has changed since. */
export function isStartedBefore(error: unknown): boolean {
  return error instanceof ApiError && error.code === GATEWAY_CODES.runChanged;
}

/** Why a run could not be started, as a sentence. */
export function startProblem(error: Error): string {
  if (!(error instanceof ApiError)) return NO_ANSWER;
  switch (error.kind) {
    case 'session':
      return 'Your session has ended, and nothing was sent. Sign in, then confirm again.';
    case 'invalid':
    case 'refused':
    case 'forbidden':
      return error.code === GATEWAY_CODES.permissionRequired ? explainRead(error) : error.message;
    default:
      return NO_ANSWER;
  }
}

const NO_ANSWER = 'Pledge did not answer. The run may have started.';
