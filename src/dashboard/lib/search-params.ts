/** The parameters of an address with some changed; null, an empty text or list removes one. What isn't named stays. */
export function withParams(
  search: URLSearchParams,
  change: Readonly<Record<string, string | readonly string[] | null | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    const [first, ...more] = typeof value === 'string' ? [value] : (value ?? []);
    if (first) next.set(name, first);
    else next.delete(name);
    for (const each of more) next.append(name, each);
  }
  return next;
}

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The day that a parameter of an address names, such as `2026-11-21`; null if it names none. */
export function readDay(search: URLSearchParams, name: string): string | null {
  const text = search.get(name) ?? '';
  return DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}
