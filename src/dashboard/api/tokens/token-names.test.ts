import { describe, expect, it } from 'vitest';
import { imageAddress, initialsOf, nameOfToken, plainText } from './token-names.ts';

describe('an image', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://x',
    ' javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'http://images.test/a.png',
    '//images.test/a.png',
    '/a.png',
    'blob:https://images.test/1',
    'https://name:secret@images.test/a.png',
    'https://',
    '',
    `https://images.test/${'a'.repeat(3_000)}`,
  ])('is not asked for at %j', (address) => {
    expect(imageAddress(address)).toBeNull();
  });

  it('is asked for over https alone', () => {
    expect(imageAddress('https://images.test/a b.png')).toBe('https://images.test/a%20b.png');
    expect(imageAddress(undefined)).toBeNull();
  });
});

describe('a name', () => {
  it('is one line, of bounded length, and turns no text round', () => {
    expect(plainText('a\u202Eb\u0000c\nd\u2066')).toBe('abcd');
    expect(plainText('x'.repeat(10_000)).length).toBeLessThan(130);
    expect(plainText(`${'\u200b'.repeat(39)}👩`, 10)).toBe('');
    expect(nameOfToken({ name: '\u202E', symbol: 'SYM' })).toBe('SYM');
    expect(nameOfToken({})).toBe('Token without a name');
  });

  it('has initials', () => {
    expect(initialsOf({ name: 'Énergie “Soleil” du Sénégal' })).toBe('ÉS');
    expect(initialsOf({ name: '<img>', symbol: 'X' })).toBe('I');
    expect(initialsOf({ name: '', symbol: '%%' })).toBe('?');
    expect(initialsOf({})).toBe('?');
  });
});
