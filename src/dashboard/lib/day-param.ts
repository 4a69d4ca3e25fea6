const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The day that a parameter of an address names, such as `2026-11-21`; null if it names none. */
export function readDay(search: URLSearchParams, name: string): string | null {
  const text = search.get(name) ?? '';
  return DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}
