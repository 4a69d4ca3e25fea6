import { useEffect, useEffectEvent } from 'react';

/** Calls `act`, as it was at the last rendering, once the component goes. */
export function useOnLeave(act: () => void): void {
  const leave = useEffectEvent(act);
  useEffect(() => () => leave(), []);
}
