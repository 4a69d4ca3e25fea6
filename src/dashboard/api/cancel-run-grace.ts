import { GRACE_SECONDS } from '#dashboard/lib/cancel-run.ts';

/** The seconds in which a run can still be called off. */
export interface Grace {
  /** Seconds that are left, rounded up; null where none are counted. */
  left(): number | null;
  /** Counts down, then calls `go`. */
  start(go: () => void): void;
  end(): void;
}

/** A countdown; `onTick` is called as it goes. */
export function createGrace(onTick: () => void): Grace {
  let ends = 0;
  let timer: ReturnType<typeof setInterval> | null = null;
  const end = () => {
    if (timer) clearInterval(timer);
    timer = null;
    ends = 0;
  };
  return {
    left: () => (ends === 0 ? null : Math.max(0, Math.ceil((ends - Date.now()) / 1000))),
    start(go) {
      end();
      ends = Date.now() + GRACE_SECONDS * 1000;
      timer = setInterval(() => {
        if (Date.now() < ends) return onTick();
        end();
        go();
      }, 250);
    },
    end,
  };
}
