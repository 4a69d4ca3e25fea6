import { describe, expect, it } from 'vitest';
import { readWhole } from './config.ts';

describe('a whole number of the environment', () => {
  it('is taken from its lowest to its highest, and refused beyond', () => {
    expect(readWhole({ PORT: '0' }, 'PORT', 4180, 0, 65_535)).toBe(0);
    expect(readWhole({ PORT: '65535' }, 'PORT', 4180, 0, 65_535)).toBe(65_535);
    expect(readWhole({}, 'PORT', 4180, 0, 65_535)).toBe(4180);
    for (const text of ['65536', '-0', ' 80', '8O', '٨', '0x50']) {
      expect(() => readWhole({ PORT: text }, 'PORT', 4180, 0, 65_535)).toThrow(
        `PORT must be a whole number from 0 to 65535; it is "${text}".`,
      );
    }
  });
});
