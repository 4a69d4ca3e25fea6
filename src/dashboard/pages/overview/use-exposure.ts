import { useEffect, useRef, useState } from 'react';
import { Superseded } from '#dashboard/lib/slices.ts';
import { monthOf } from '#dashboard/lib/times.ts';
import { type Exposure, type ExposureQuestion, exposureOf } from './exposure.ts';

/** The shortest pause between two answers while rows still arrive. */
const PAUSE_MS = 150;

/** What is asked, and in which zone the months are. */
type Asked = Omit<ExposureQuestion, 'monthOf'> & { zone: string };

export interface Answered {
  exposure: Exposure;
  question: ExposureQuestion;
}

/**
 * The overview of all loans, worked out in slices. While rows arrive (`moving`), an answer under way is brought
 * to its end and the next one waits a little; whatever else changes replaces it at once.
 */
export function useExposure(asked: Asked, moving: boolean): Answered | null {
  const [answer, setAnswer] = useState<Answered | null>(null);
  const { rows, zone, since } = asked;
  // Time alone changes nothing until the next loan goes over into another window or state.
  const holds =
    answer?.question.rows === rows &&
    asked.now >= answer.question.now &&
    asked.now < answer.exposure.holdsUntil;
  const now = holds ? answer.question.now : asked.now;
  const worker = useRef<ReturnType<typeof createWorker> | null>(null);
  useEffect(() => {
    const own = createWorker(setAnswer);
    worker.current = own;
    return own.stop;
  }, []);
  useEffect(() => {
    worker.current?.ask({ rows, now, zone, since, monthOf }, moving);
  }, [rows, now, zone, since, moving]);
  return answer;
}

function createWorker(onAnswer: (next: Answered | (() => never)) => void) {
  const waiting: { question: ExposureQuestion & Asked; moving: boolean }[] = [];
  let abort = new AbortController();
  let busy = false;
  let stopped = false;

  const work = async () => {
    for (let next = waiting.pop(); next && !stopped; next = waiting.pop()) {
      const { question } = next;
      abort = new AbortController();
      const begun = performance.now();
      try {
        onAnswer({ question, exposure: await exposureOf(question, abort.signal) });
      } catch (error) {
        if (error instanceof Superseded) continue;
        // A fault of the desk: the page's boundary shows it.
        onAnswer(() => {
          throw error;
        });
      }
      if (waiting[0]?.moving) await pause(Math.max(PAUSE_MS, performance.now() - begun));
    }
    busy = false;
  };

  return {
    ask(question: ExposureQuestion & Asked, moving: boolean) {
      waiting[0] = { question, moving };
      if (!moving) abort.abort();
      if (busy) return;
      busy = true;
      void work();
    },
    stop() {
      stopped = true;
      abort.abort();
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
