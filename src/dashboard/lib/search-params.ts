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

/** The day that a parameter of an address names, such as `2026-11-21`; null if it names none. */
export function readDay(search: URLSearchParams, name: string): string | null {
  return asDay(search.get(name) ?? '');
}

/** A text if it is a day, such as `2026-11-21`; null if it is none. */
export function asDay(text: string): string | null {
  const at = /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // Some engines read 30 February as 2 March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : null;
}
