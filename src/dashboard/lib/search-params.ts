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
  const text = search.get(name) ?? '';
  return isDay(text) ? text : null;
}

/** Days as an address has them, both inclusive, `2026-11-17..2026-11-20`, or one of them; empty for anything else. */
export function readDays(text: string): string {
  const days = text.split('..');
  const isRead = days.length === 2 && text !== '..' && days.every((day) => day === '' || isDay(day));
  return isRead ? text : '';
}

function isDay(text: string): boolean {
  const at = /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // Some engines read 30 February as 2 March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
