import { useEffect, useState } from 'react';
import { openKeep } from '#dashboard/lib/cancel-keep.ts';
import type { RunHead } from '#dashboard/lib/cancel-run.ts';
import { runChannelName } from '#dashboard/lib/run-channel.ts';
import type { RunNews } from './cancel-run-tabs.ts';
import { sessionHolder, useDesk } from './session.ts';

/** A run that is not done with, as far as a tab that only looks on knows it. */
export interface RunGlance {
  phase: 'grace' | 'running' | 'paused';
  total: number;
  /** Orders with an outcome; null where no tab has the run open to tell. */
  ended: number | null;
}

/** The run that this browser keeps for a session holder, as it last stood; null where there is none. */
export async function keptRun(holder: string): Promise<RunHead | null> {
  const key = `${holder}|head`;
  return ((await openKeep().read(key)).get(key) as RunHead | undefined) ?? null;
}

/** A tab that sends gives a sign of life every few seconds; after this much silence it has gone. */
const SILENCE_MS = 15_000;

/**
 * The run of whoever holds the session, wherever in this browser it goes on; null where there is none that waits for
 * anything. It looks on only: the run stays with the tab that has it.
 */
export function useRunGlance(): RunGlance | null {
  const holder = sessionHolder(useDesk());
  const [glance, setGlance] = useState<RunGlance | null>(null);
  useEffect(() => {
    let silence: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const see = (head: RunHead | null, counts: RunNews['counts'] | null) => {
      clearTimeout(silence);
      setGlance(glanceOf(head, counts));
      if (head?.phase === 'running') {
        silence = setTimeout(() => see({ ...head, phase: 'paused' }, null), SILENCE_MS);
      }
    };
    const channel =
      typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(runChannelName(holder));
    let heard = false;
    if (channel) {
      channel.onmessage = ({ data }: MessageEvent<'hello' | RunNews>) => {
        if (data === 'hello') return;
        heard = true;
        see(data.head, data.counts);
      };
    }
    keptRun(holder).then(
      (head) => {
        if (gone) return;
        // Where no tab says that it goes on, a run that is kept as under way was interrupted.
        if (!heard) see(head && head.phase === 'running' ? { ...head, phase: 'paused' } : head, null);
        channel?.postMessage('hello');
      },
      () => {},
    );
    return () => {
      gone = true;
      clearTimeout(silence);
      channel?.close();
    };
  }, [holder]);
  return glance;
}

function glanceOf(head: RunHead | null, counts: RunNews['counts'] | null): RunGlance | null {
  if (head === null || head.phase === 'done' || head.phase === 'stopped') return null;
  const { phase, total } = head;
  const ended = counts && total - counts.waiting - counts.sent - counts['not-sent'];
  return { phase, total, ended };
}
