/** Keeps a cookie for the gateway for a year; null forgets it. `value` is one that needs no quoting. */
export function keepCookie(name: string, value: string | null): void {
  const age = value === null ? 0 : 365 * 24 * 3600;
  // The Cookie Store API would be asynchronous, and a reload right after the change would miss it.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${name}=${value ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax`;
}
