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
