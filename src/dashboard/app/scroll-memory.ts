import { useEffect, useRef } from 'react';

/** How far each frame was scrolled, by its name. */
type Positions = Map<string, number>;

/** By the key of the history's entry. */
const memory = new Map<string, Positions>();

/** What scrolls: the window, the main part of the shell, and the frames of the page that say so. */
const FRAMES = ':root, #main, [data-page=in-view] [data-keep-scroll]';

/**
 * Brings a page back to where it was scrolled when one comes Back to it, with the focus on the row that was open, and
 * begins every other page at its top.
 * Frames that scroll inside a page take part by the attribute `data-keep-scroll`, which names them.
 */
export function useScrollMemory(pathname: string, key: string, back: boolean): void {
  const arrived = useRef<string | null>(null);
  useEffect(() => {
    const first = arrived.current === null;
    const from = arrived.current;
    const samePage = from === pathname;
    arrived.current = pathname;
    let stop = () => {};
    if (back) stop = restore(new Map(memory.get(key)), samePage ? null : from);
    else if (!first && !samePage) for (const frame of frames()) frame.scrollTop = 0;

    const remember = ({ target }: Event) => {
      const frame = target === document ? document.documentElement : target;
      // Asked of the one that scrolled: this is for every frame of a scroll, and finding all of them takes its time.
      if (frame instanceof HTMLElement && frame.matches(FRAMES)) note(key, nameOf(frame), frame.scrollTop);
    };
    document.addEventListener('scroll', remember, { capture: true, passive: true });
    return () => {
      stop();
      document.removeEventListener('scroll', remember, { capture: true });
    };
  }, [pathname, key, back]);
}

function note(key: string, name: string, top: number): void {
  const positions = memory.get(key) ?? new Map();
  memory.delete(key);
  memory.set(key, positions.set(name, top));
  const [oldest] = memory.keys();
  // The oldest entries go first.
  if (memory.size > 100 && oldest !== undefined) memory.delete(oldest);
}

/**
 * `left` is the path of the page that one comes from. Returns how to give up; a person who scrolls or presses a key is
 * not pulled away.
 */
function restore(wanted: Positions, left: string | null): () => void {
  // A page that is still growing has a second to become as long as it was.
  const until = performance.now() + 1_000;
  let frame = 0;
  const attempt = () => {
    for (const frame of frames()) {
      const top = wanted.get(nameOf(frame));
      if (top === undefined) continue;
      frame.scrollTop = top;
      if (Math.abs(frame.scrollTop - top) < 2) wanted.delete(nameOf(frame));
    }
    // Only then the rows that are in view are there.
    const isDone = wanted.size === 0 && (left === null || focusRow(left));
    if (!isDone && performance.now() < until) frame = requestAnimationFrame(attempt);
  };
  const stop = () => cancelAnimationFrame(frame);
  for (const type of ['wheel', 'pointerdown', 'keydown']) {
    document.addEventListener(type, stop, { once: true, passive: true });
  }
  attempt();
  return stop;
}

/** Puts the focus on the row whose link leads to a path; false if there is none. */
function focusRow(path: string): boolean {
  const links = document.querySelectorAll<HTMLAnchorElement>('[data-page=in-view] tr [data-row-link]');
  const link = [...links].find(({ pathname }) => pathname === path);
  link?.closest('tr')?.focus();
  return link !== undefined;
}

function frames(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(FRAMES)];
}

/** The window's is empty. */
function nameOf(frame: HTMLElement): string {
  return frame.dataset.keepScroll ?? frame.id;
}
