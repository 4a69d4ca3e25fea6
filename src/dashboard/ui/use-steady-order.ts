import { useState } from 'react';

/** Items in the order in which their keys were first seen, so that rows don't move while their figures still grow. */
export function useSteadyOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const [order, setOrder] = useState<readonly string[]>([]);
  const fresh = items.map(keyOf).filter((key) => !order.includes(key));
  const known = fresh.length === 0 ? order : [...order, ...fresh];
  if (known !== order) setOrder(known);
  return items.toSorted((a, b) => known.indexOf(keyOf(a)) - known.indexOf(keyOf(b)));
}
