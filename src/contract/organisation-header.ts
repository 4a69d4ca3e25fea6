/** The response header in which our service names the organisation of a member list, which may have no member yet. */
export const ORGANISATION_HEADER = 'pledge-organisation';

export interface NamedOrganisation {
  id: string;
  name: string;
}

/** Id and name for the header: percent-encoded, separated by a space. */
export function writeOrganisation({ id, name }: NamedOrganisation): string {
  return `${encodeURIComponent(id)} ${encodeURIComponent(name)}`;
}

/** Reads the header; undefined if it is absent or malformed. */
export function readOrganisation(text: string | null): NamedOrganisation | undefined {
  const [id = '', name = '', ...rest] = text?.split(' ') ?? [];
  if (!id || !name || rest.length > 0 || id.length + name.length > 2_000) return undefined;
  try {
    return { id: decodeURIComponent(id), name: decodeURIComponent(name) };
  } catch {
    return undefined;
  }
}
