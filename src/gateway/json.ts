/** A value as `jsonb` takes it: without NULs and halves of surrogate pairs, which no text of PostgreSQL can hold. */
export function jsonOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '') : part,
  );
}
