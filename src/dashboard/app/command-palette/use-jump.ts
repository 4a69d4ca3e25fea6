import { startTransition, useCallback, useState } from 'react';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';

export const JumpDialog = lazyPart(() => import('./jump-dialog.tsx').then((module) => module.JumpDialog));

/** Fetches the jump's code, which is not part of the first screen. */
export function approachJump(): Promise<void> {
  // If it fails here, it fails again where it is shown, and is reported there.
  return JumpDialog.preload().catch(() => {});
}

/** Whether the jump is open: null until it is first asked for; then it stays, so that it can be seen to close. */
export type JumpState = boolean | null;

/** The jump's state, how to change it, and how to open it. The functions stay the same. */
export function useJump() {
  const [jump, setJump] = useState<JumpState>(null);
  // In a transition, so that keys that are pressed or let go meanwhile are not held up.
  const openJump = useCallback(
    () => void approachJump().then(() => startTransition(() => setJump(true))),
    [],
  );
  return { jump, setJump, openJump };
}
