import { useEffect } from 'react';
import { changeSend, isAwaited, isSentElsewhere, type Send, useSends } from './sends.ts';

/** The loans of a holder that were sent from this browser, as far as somebody has to be told of one. */
export function useSent(holder: string) {
  const sends = useSends(holder);
  useEffect(() => {
    for (const lost of sends) {
      if (lost.state !== 'sending' || isAwaited(lost.id) || isSentElsewhere(lost, Date.now())) continue;
      changeSend(lost.id, { state: 'unknown', message: 'The page was left before an answer came.' });
    }
  }, [sends]);
  return {
    /** The one whose outcome stands in the form's place until it is settled. */
    unsettled: unsettledOf(sends),
    /** One that was found afterwards, and is to be told. */
    told: sends.find(({ state, found }) => state === 'created' && found),
  };
}

/** The oldest send of which somebody has to be told more, or that this page awaits. */
function unsettledOf(sends: readonly Send[]): Send | undefined {
  const now = Date.now();
  const open = sends.filter(({ state }) =>
    ['sending', 'unknown', 'candidates', 'not-seen', 'refused'].includes(state),
  );
  return open.filter((send) => !isSentElsewhere(send, now) || isAwaited(send.id)).at(-1);
}
