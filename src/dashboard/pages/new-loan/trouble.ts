import type { ApiError } from '#dashboard/api/api-error.ts';
import { explainRead } from '#dashboard/api/explain.ts';

/** Something that keeps the loan from being sent, or kept it; stands above the form or its review. */
export interface Trouble {
  title: string;
  text: string;
  error?: ApiError;
}

export function sessionTrouble(): Trouble {
  return {
    title: 'Your session ended before this loan was sent',
    text: 'Nothing was sent, and nothing is lost. Once you are signed in, press the button again.',
  };
}

/** The look at terms and prices failed, before anything was sent. */
export function uncheckedTrouble(error: ApiError): Trouble {
  return {
    title: 'The terms and prices could not be checked. Nothing was sent.',
    text: 'What you typed is kept. Try again in a moment.',
    error,
  };
}

export function elsewhereTrouble(): Trouble {
  return {
    title: 'Another tab is sending this very loan just now',
    text: 'Nothing was sent from here. See there what comes of it.',
  };
}

/** The service would not take it now, whatever is in it. */
export function notTakenTrouble(error: ApiError): Trouble {
  return {
    title: 'The service did not take this loan. Nothing was created.',
    text: explainRead(error),
    error,
  };
}

export function notSentTrouble(error: ApiError): Trouble {
  return {
    title: 'Nothing was sent',
    text: `${error.message} When it can be, send it again.`,
    error,
  };
}

/** The service refused what is in it. `rest` is what it said of no field. */
export function refusedTrouble(
  error: ApiError,
  { isPlaced, rest }: { isPlaced: boolean; rest: string },
): Trouble {
  return {
    title: 'The service refused this loan. Nothing was created.',
    text: isPlaced ? rest : `It says: “${error.message}”`,
    error,
  };
}
