/** The parameters of an address with some changed; null or an empty text removes one. What isn't named stays. */
export function withParams(
  search: URLSearchParams,
  change: Readonly<Record<string, string | null | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
