import type { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';

/** Something that keeps the loan from being created; shown above the form or its review. */
export interface Trouble {
  title: string;
  text: string;
  error?: ApiError;
}

/** The troubles that always say the same. */
export const TROUBLE = {
  session: {
    title: 'Your session ended before this loan was sent',
    text: 'Nothing was sent, and nothing you entered is lost. Sign in, then press the button again.',
  },
  /** The connection to the gateway broke, and the gateway can't be asked what it received. */
  lost: {
    title: 'The connection to Pledge was lost',
    text: 'The loan may have been sent. This page keeps asking what became of it. You can also press “Create loan” again: Pledge recognises the repeat and doesn’t create a second loan.',
  },
  /** Another version of this loan was sent under the same key, and nothing came of it. */
  changed: {
    title: 'This loan was changed since it was last sent',
    text: 'Nothing was sent. Review it again.',
  },
} satisfies Record<string, Trouble>;

/** The terms and prices could not be read, before anything was sent. */
export function uncheckedTrouble(error: ApiError): Trouble {
  const title = 'The terms and prices could not be checked. Nothing was sent.';
  return { title, text: 'What you entered is kept. Try again in a moment.', error };
}

/** The service would accept no loan now, with any content. */
export function notTakenTrouble(error: ApiError): Trouble {
  return { title: 'This loan was not accepted. Nothing was created.', text: explainRead(error), error };
}

export function notSentTrouble(error: ApiError): Trouble {
  const next = /try again/i.test(error.message) ? '' : ' Try again in a moment.';
  return { title: 'Nothing was sent', text: error.message + next, error };
}

/** The service refused its content. `rest` is what it said about no field. */
export function refusedTrouble(error: ApiError, placed: { isPlaced: boolean; rest: string }): Trouble {
  const text = placed.isPlaced ? placed.rest : `The service says: “${error.message}”`;
  return { title: 'This loan was refused. Nothing was created.', text, error };
}
