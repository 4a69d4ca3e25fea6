import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJump, type KeyPlace, type KeyPress, matchKey } from './shortcuts.ts';

const plain: Omit<KeyPress, 'key'> = {
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
};
const page: KeyPlace = { typing: false, dialog: false, letters: true, mac: false };
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({ ...plain, key, ...more });

/** What keys in a row ask for, 100 ms apart. */
function typed(keys: string, place: KeyPlace = page, pause = 100) {
  let prefix: number | null = null;
  const commands: unknown[] = [];
  for (const [index, key] of [...keys].entries()) {
    const matched = matchKey(press(key, { shiftKey: key === '?' }), place, prefix, index * pause);
    prefix = matched.prefix;
    if (matched.command) commands.push(matched.command);
  }
  return commands;
}

test.each([
  ['go', ['overview']],
  ['gl', ['loans']],
  ['gt', ['terms']],
  ['gk', ['tokens']],
  ['gc', ['customers']],
  ['gm', ['members']],
  ['ga', ['activity']],
  ['gd', ['diagnostics']],
  ['gs', ['settings']],
  ['GL', ['loans']],
  ['/', ['search']],
  ['?', ['help']],
  ['gxl', []],
  ['ggl', []],
  ['gg', []],
  ['g/', []],
  ['golf', ['overview']],
  ['lots', []],
  ['jk', ['row', 'row']],
  ['gj', []],
])('"%s" asks for %j', (keys, commands) => {
  expect(typed(keys)).toEqual(commands);
});

test('a g waits a moment, not for ever', () => {
  expect(typed('gl', page, 1_500)).toEqual(['loans']);
  expect(typed('gl', page, 1_501)).toEqual([]);
});

test('shift on its way to a letter ends nothing', () => {
  const { prefix } = matchKey(press('g'), page, null, 0);
  expect(matchKey(press('Shift', { shiftKey: true }), page, prefix, 10).prefix).toBe(0);
  expect(matchKey(press('L', { shiftKey: true }), page, prefix, 20).command).toBeNull();
});

const anyKey = fc.oneof(
  fc.constantFrom('g', 'o', 'l', 't', 's', '/', '?', 'k', 'Escape', 'Enter'),
  fc.string(),
);

test('in a field, in a dialog or turned off, no key does anything but the jump', () => {
  const places: KeyPlace[] = [
    { ...page, typing: true },
    { ...page, letters: false },
    { ...page, dialog: true },
  ];
  fc.assert(
    fc.property(anyKey, fc.constantFrom(...places), fc.option(fc.constant(0)), (key, place, prefix) => {
      expect(matchKey(press(key), place, prefix, 1)).toEqual({ command: null, prefix: null });
      const { command } = matchKey(press('k', { ctrlKey: true }), place, prefix, 1);
      expect(command).toBe(place.dialog ? null : 'jump');
    }),
  );
});

test('with a modifier no key does anything but the jump, so that the browser’s own keys stay its own', () => {
  const modifiers = fc
    .record({ ctrlKey: fc.boolean(), metaKey: fc.boolean(), altKey: fc.boolean(), shiftKey: fc.boolean() })
    .filter(({ ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey);
  fc.assert(
    fc.property(anyKey, modifiers, fc.boolean(), (key, held, mac) => {
      const pressed = press(key, held);
      if (isJump(pressed, mac)) return;
      expect(matchKey(pressed, { ...page, mac }, 0, 1).command).toBeNull();
    }),
  );
});

test.each([
  [{ ctrlKey: true }, false, true],
  [{ metaKey: true }, true, true],
  [{ ctrlKey: true }, true, false],
  [{ metaKey: true }, false, false],
  [{ ctrlKey: true, shiftKey: true }, false, false],
  [{ ctrlKey: true, altKey: true }, false, false],
  [{ ctrlKey: true, metaKey: true }, true, false],
])('k with %j, on a Mac: %j, is the jump: %j', (held, mac, jump) => {
  expect(isJump(press('k', held), mac)).toBe(jump);
});

test('a key that is held, composed or taken does nothing', () => {
  for (const odd of [{ repeat: true }, { isComposing: true }, { defaultPrevented: true }]) {
    expect(matchKey(press('/', odd), page, null, 0).command).toBeNull();
    expect(matchKey(press('k', { ctrlKey: true, ...odd }), page, null, 0).command).toBeNull();
  }
});
