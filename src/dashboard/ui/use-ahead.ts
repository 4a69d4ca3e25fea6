import { startTransition, useOptimistic } from 'react';

/**
 * A value that something slow follows, such as the address with a table behind it: what was chosen last shows at
 * once, until the value has caught up. Give it a `send` that takes effect in a React transition, as going to an
 * address does. Two choices that come faster than the value follows both count.
 */
export function useAhead<Value>(
  value: Value,
  send: (next: Value) => void,
): [shown: Value, choose: (next: Value) => void] {
  const [shown, show] = useOptimistic(value);
  const choose = (next: Value) =>
    startTransition(() => {
      show(() => next);
      send(next);
    });
  return [shown, choose];
}
