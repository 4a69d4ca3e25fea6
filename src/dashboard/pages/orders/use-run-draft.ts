import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { newDraft, newRun, type RunDraft, runDraftsOf } from './run-drafts.ts';

/** How long typing has to rest before it is stored: a list can be several megabytes long. */
const REST_MS = 400;

/** The draft of this tab, stored in this browser until its run is accepted. */
export function useRunDraft(holder: string, initial: RunDraft | null) {
  const drafts = useMemo(() => runDraftsOf(holder), [holder]);
  const [draft, setDraft] = useState<RunDraft>(() => initial ?? newDraft());
  const [isKept, setKept] = useState(true);
  /** What has not been stored yet. */
  const unsaved = useRef<RunDraft | null>(null);

  function store() {
    if (unsaved.current === null) return;
    const { id, ...values } = unsaved.current;
    unsaved.current = null;
    setKept(drafts.keep({ id, at: Date.now(), values }));
  }

  function put(next: RunDraft) {
    unsaved.current = next;
    setDraft(next);
  }

  const storeLate = useEffectEvent(store);
  useEffect(() => {
    if (unsaved.current !== draft) return;
    const timer = setTimeout(() => storeLate(), REST_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(() => {
    const leave = () => storeLate();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  return {
    draft,
    /** False if the browser can't store the draft. */
    isKept,
    change: (part: Partial<RunDraft>) => put({ ...draft, ...part }),
    /** Stores that a request to start the run is about to be sent. */
    markSent() {
      put({ ...draft, isSent: true });
      store();
    },
    /** Gives the lines to a run of their own, instead of the one that was started from them before. */
    separate: () => put({ ...draft, ...newRun() }),
    /** Continues another draft. */
    take(other: RunDraft) {
      drafts.discard(draft.id);
      put(other);
    },
    discard() {
      unsaved.current = null;
      drafts.discard(draft.id);
    },
  };
}
