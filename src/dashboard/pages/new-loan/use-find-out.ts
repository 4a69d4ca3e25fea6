import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#dashboard/api/api-error.ts';
import { endSession, useDesk } from '#dashboard/api/session.ts';
import { lookFor } from './look-for-loan.ts';
import { AGAIN_MS, LOOK_PAUSES_MS } from './look-pauses.ts';
import type { Send } from './sends.ts';
import { takeFinding } from './settle-send.ts';

/** How the looking goes. */
export interface Looking {
  /** When the next look is, in milliseconds since 1970; null while one is under way, or none will be. */
  nextAt: number | null;
  /** Why the last look saw nothing at all. */
  error: ApiError | null;
  pending: boolean;
  now: () => void;
}

/** Looks for a loan whose answer was lost, a few times with growing pauses, until it is settled. */
export function useFindOut(send: Send): Looking {
  const client = useQueryClient();
  const { ended } = useDesk();
  const [nextAt, setNextAt] = useState<number | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [pending, setPending] = useState(false);
  const [turn, setTurn] = useState(0);
  const current = useRef(send);
  current.current = send;
  const hurried = useRef(false);
  const isLooking = send.state === 'unknown' && !ended;
  const { done } = send.looks;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is another look
  useEffect(() => {
    if (!isLooking) return;
    const abort = new AbortController();
    const again = error !== null || pending;
    const pause = hurried.current ? 0 : again ? AGAIN_MS : (LOOK_PAUSES_MS[done] ?? AGAIN_MS);
    hurried.current = false;
    setNextAt(Date.now() + pause);
    const timer = setTimeout(async () => {
      setNextAt(null);
      try {
        const finding = await lookFor(current.current, abort.signal);
        if (abort.signal.aborted) return;
        setError(null);
        setPending(finding.kind === 'pending');
        await takeFinding(client, current.current, finding);
      } catch (failure) {
        if (abort.signal.aborted) return;
        if (!(failure instanceof ApiError)) throw failure;
        if (failure.kind === 'session') endSession(client);
        setError(failure);
      }
      if (!abort.signal.aborted) setTurn((last) => last + 1);
    }, pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, isLooking, send.id, done, turn]);

  return {
    nextAt,
    error,
    pending,
    now: () => {
      hurried.current = true;
      setTurn((last) => last + 1);
    },
  };
}
