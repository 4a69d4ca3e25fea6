import { useEffect, useRef, useState } from 'react';
import { sessionHolder, useDesk } from '#dashboard/api/session.ts';
import type { ReasonValue } from '#dashboard/forms/cancel-reason.tsx';
import { openKeep } from '#dashboard/lib/cancel-keep.ts';

/** What was typed, pasted or dropped and not sent. */
export interface Draft {
  text: string;
  /** The name of the file that the text is from; null where it was typed or pasted. */
  file: string | null;
  member: string;
  reason: ReasonValue;
}

const EMPTY: Draft = { text: '', file: null, member: '', reason: { choice: '', text: '' } };

const KEEP_MS = 400;

/** The draft, kept in this browser for its session holder until it is sent or emptied. */
export function useDraft(): [Draft, (change: Partial<Draft>) => void] {
  const holder = sessionHolder(useDesk());
  const key = `draft ${holder}`;
  const [draft, setDraft] = useState(EMPTY);
  /** What is typed before the draft is there wins over it. */
  const touched = useRef(false);
  const latest = useRef(draft);
  latest.current = draft;
  useEffect(() => {
    let gone = false;
    openKeep()
      .read(key)
      .then((found) => {
        const kept = found.get(key) as Partial<Draft> | undefined;
        if (!gone && !touched.current && typeof kept?.text === 'string') setDraft({ ...EMPTY, ...kept });
      })
      .catch(() => {});
    return () => {
      gone = true;
    };
  }, [key]);
  useEffect(() => {
    if (!touched.current) return;
    const write = () =>
      void openKeep()
        .put([[key, draft]])
        .catch(() => {});
    const timer = setTimeout(write, KEEP_MS);
    return () => {
      clearTimeout(timer);
      if (latest.current !== draft) return;
      write();
    };
  }, [key, draft]);
  return [
    draft,
    (change) => {
      touched.current = true;
      setDraft((now) => ({ ...now, ...change }));
    },
  ];
}
