import { expect, it } from 'vitest';
import { readOrganisation, writeOrganisation } from './organisation-header.ts';

it('any id and name survive the header', () => {
  for (const name of ['Acme', 'Énergie & Söhne  “A/S”', '100%', 'a\r\nb: c', 'a b']) {
    const text = writeOrganisation({ id: 'o 1', name });
    expect(text).toMatch(/^[\x21-\x7e]+ [\x21-\x7e]+$/);
    expect(readOrganisation(text)).toEqual({ id: 'o 1', name });
  }
});

it('a header that is absent or malformed names nothing', () => {
  for (const text of [null, '', 'id', ' name', 'id ', 'a b c', 'id %E0%A4%A', `id ${'x'.repeat(2_000)}`]) {
    expect(readOrganisation(text)).toBeUndefined();
  }
});
