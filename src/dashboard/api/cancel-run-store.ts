import type { QueryClient } from '@tanstack/react-query';
import type { Keep } from '#dashboard/lib/cancel-keep.ts';
import { again, isFailed, newRow, type RunHead, stopped } from '#dashboard/lib/cancel-run.ts';
import type { CancelRun, Trouble } from './cancel-run.ts';
import { createRunBook } from './cancel-run-book.ts';
import { createGrace } from './cancel-run-grace.ts';
import { createRunSender } from './cancel-run-sender.ts';
import { createRunTabs } from './cancel-run-tabs.ts';

const TELL_MS = 150;

/** How often the tab that sends gives a sign of life to those that look on. */
const BEAT_MS = 5_000;

export interface RunStore {
  open(): void;
  subscribe: (listener: () => void) => () => void;
  read: () => CancelRun;
  dispose(): void;
}

/** The one run of a session holder in this tab: what can be done with it, and what is shown of it. */
export function createRunStore(client: QueryClient, holder: string, keep: Keep): RunStore {
  const listeners = new Set<() => void>();
  let opened = false;
  let disposed = false;
  let place: CancelRun['place'] = 'loading';
  let trouble: Trouble | null = null;
  let interrupted = false;
  let beat: ReturnType<typeof setInterval> | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let reading: ReturnType<typeof setTimeout> | null = null;

  const publish = () => {
    timer = null;
    if (disposed) return;
    const { head, counts } = book;
    const now = { place, head, rows: book.shown(), counts: { ...counts }, trouble, interrupted };
    snapshot = { ...snapshot, ...now, grace: grace.left() };
    for (const listener of listeners) listener();
    if (place === 'here') tabs.tell({ head, counts, trouble });
  };
  const tell = (atOnce = false) => {
    if (atOnce) {
      if (timer) clearTimeout(timer);
      publish();
    } else timer ??= setTimeout(publish, TELL_MS);
  };
  const book = createRunBook(keep, holder, tell);
  const grace = createGrace(() => tell(true));

  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  const watch = (isUnderWay: boolean) => {
    if (beat) clearInterval(beat);
    beat = isUnderWay ? setInterval(tell, BEAT_MS) : null;
    if (isUnderWay) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  };
  const enter = (phase: RunHead['phase']) => {
    if (!book.head) return;
    book.setHead({ ...book.head, phase });
    watch(phase === 'running' || phase === 'grace');
    tell(true);
  };
  const onTrouble = (reason: Trouble) => {
    trouble = reason;
    enter('paused');
  };
  const sender = createRunSender({ client, holder, book, enter, onTrouble });
  const start = () => {
    trouble = null;
    interrupted = false;
    sender.start();
  };

  const count = () => {
    grace.start(start);
    enter('grace');
  };

  const isIdle = () => book.head?.phase !== 'running' && book.head?.phase !== 'grace';
  const takeOver = () => {
    place = book.head ? 'here' : 'none';
    if (book.head) sender.payOwed();
    tell(true);
  };
  const lookOn = () => {
    place = 'elsewhere';
    interrupted = false;
    tabs.ask();
    tell(true);
    tabs.await(async () => {
      interrupted = await book.load();
      takeOver();
      return book.head !== null;
    });
  };
  const tabs = createRunTabs(holder, {
    onAsked: () => {
      if (place === 'here') tell();
    },
    onNews: (news) => {
      if (place === 'none' && news.head) lookOn();
      if (place !== 'elsewhere' || !news.head) return;
      trouble = news.trouble;
      book.follow({ ...news.head, leftOut: book.head?.leftOut ?? [] }, news.counts);
      tell(true);
      // What the rows have come to is read from where they are kept, now and then.
      if (reading === null) reading = setTimeout(readAlong, 1_000);
    },
  });
  const readAlong = async () => {
    const told = { head: book.head, counts: book.counts };
    // The run may have become this tab's meanwhile: then what is here is newer than what was kept.
    const isElsewhere = () => place === 'elsewhere';
    if (isElsewhere()) await book.load(isElsewhere);
    reading = null;
    if (!isElsewhere()) return;
    book.follow(told.head && { ...told.head, leftOut: book.head?.leftOut ?? [] }, told.counts);
    tell(true);
  };

  let snapshot: CancelRun = {
    ...{ place, head: null, rows: book.shown(), counts: book.counts, trouble, grace: null, interrupted },
    async begin({ pairs, leftOut, reason, host }) {
      if (place !== 'none') throw new Error('There is a run already.');
      if (!(await tabs.hold())) {
        lookOn();
        throw new Error('Another tab has a run under way.');
      }
      await book.load();
      if (book.head !== null) {
        takeOver();
        throw new Error('There is a run that is not done with.');
      }
      const at = new Date().toISOString();
      const id = `run-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
      const about = { reason, host, startedAt: at, total: pairs.length, leftOut: [...leftOut] };
      const rows = pairs.map((pair) => newRow(pair, at));
      try {
        await book.begin({ id, phase: 'grace', ...about }, rows);
      } catch (error) {
        tabs.release();
        tell(true);
        throw error;
      }
      place = 'here';
      count();
    },
    pause() {
      if (book.head?.phase !== 'running') return;
      sender.pause();
      enter('paused');
    },
    resume() {
      if (place === 'here' && book.head && isIdle()) start();
    },
    stop() {
      if (!book.head) return;
      grace.end();
      sender.stop();
      trouble = null;
      interrupted = false;
      book.change(stopped).catch(() => {});
      enter('stopped');
    },
    rerun(places) {
      if (place !== 'here' || !book.head || !isIdle()) return;
      const at = new Date().toISOString();
      const chosen = new Set(places);
      book
        .change((row, index) => (chosen.has(index) && isFailed(row) ? again(row, at) : stopped(row)))
        .then(
          () => count(),
          () => onTrouble('storage'),
        );
    },
    clear() {
      grace.end();
      sender.stop();
      watch(false);
      trouble = null;
      interrupted = false;
      place = 'none';
      void book.forget().then(() => tabs.release());
      tabs.tell({ head: null, counts: book.counts, trouble });
      tell(true);
    },
  };

  return {
    open() {
      if (opened) return;
      opened = true;
      void book.load().then(async (wasUnderWay) => {
        interrupted = wasUnderWay;
        if (book.head !== null && !(await tabs.hold())) lookOn();
        else takeOver();
      });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => snapshot,
    dispose() {
      disposed = true;
      grace.end();
      watch(false);
      sender.dispose();
      tabs.dispose();
    },
  };
}
