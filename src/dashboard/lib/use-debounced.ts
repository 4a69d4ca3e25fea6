import { useEffect, useState } from 'react';

/** A value once it has rested for a while: what is typed, for example. Until then it is the one before, `first` to begin with. */
export function useDebounced<Value>(value: Value, restMs: number, first = value): Value {
  const [rested, setRested] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}
