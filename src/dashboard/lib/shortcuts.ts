import { rendering } from './rendering.ts';

export const AFTER_G = {
  o: 'overview',
  l: 'loans',
  t: 'terms',
  k: 'tokens',
  c: 'customers',
  m: 'members',
  a: 'activity',
  d: 'diagnostics',
  s: 'settings',
} as const;

const ALONE = { '/': 'search', '?': 'help', j: 'row', k: 'row' } as const;

export type Command = 'jump' | (typeof AFTER_G)[keyof typeof AFTER_G] | (typeof ALONE)[keyof typeof ALONE];

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** A key as it was pressed: one of a character that is being composed, or that a nearer listener took, is none. */
export type KeyPress = Pressed & Pick<KeyboardEvent, 'repeat' | 'isComposing' | 'defaultPrevented'>;

export interface KeyPlace {
  /** In a field, a menu or a list that takes letters. */
  typing: boolean;
  dialog: boolean;
  letters: boolean;
  /** On a Mac, where Ctrl+K belongs to every field and the command key to programs. */
  mac: boolean;
}

/** When `g` was pressed, which waits 1.5 seconds for its letter; null if none waits. */
export type Prefix = number | null;

/** What a key asks for, if anything, and whether a `g` waits after it. */
export function matchKey(
  press: KeyPress,
  place: KeyPlace,
  prefix: Prefix,
  now: number,
): { command: Command | null; prefix: Prefix } {
  const nothing = { command: null, prefix: null };
  const { ctrlKey, metaKey, altKey } = press;
  if (press.isComposing || press.defaultPrevented) return nothing;
  const jumps = isJump(press, place.mac);
  if (!jumps && (ctrlKey || metaKey || altKey || place.typing || !place.letters)) return nothing;
  // Last, because to know it the page is searched, which is too much for every letter of a text.
  if (place.dialog) return nothing;
  if (jumps) return { command: press.repeat ? null : 'jump', prefix: null };
  // A modifier on its way to the next key ends nothing.
  if (/^(Shift|CapsLock)$/.test(press.key)) return { command: null, prefix };
  if (press.repeat) return nothing;
  const key = press.shiftKey ? press.key : press.key.toLowerCase();
  if (prefix !== null && now - prefix <= 1_500) return { command: own(AFTER_G, key), prefix: null };
  if (key === 'g') return { command: null, prefix: now };
  return { command: own(ALONE, key), prefix: null };
}

/** Whether a key is the one that opens and closes the jump: Ctrl+K, on a Mac ⌘K. */
export function isJump(press: Pressed, mac: boolean) {
  const { ctrlKey, metaKey, altKey, shiftKey } = press;
  const command = mac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return command && !altKey && !shiftKey && press.key.toLowerCase() === 'k';
}

/** Whether something that has the focus takes letters itself. */
export function takesLetters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !/^(checkbox|radio|button|submit|reset|file|image|range)$/.test(target.type);
  return (
    target.isContentEditable ||
    target.closest('textarea, select, [role=menu], [role=listbox], [role=combobox]') !== null
  );
}

/** Whether keys go by Apple's names where the desk is read. */
export function isMac(): boolean {
  return rendering()?.reader.mac ?? /^(mac|iphone|ipad)/i.test(globalThis.navigator?.platform ?? '');
}

function own<Key extends string>(commands: Record<Key, Command>, key: string): Command | null {
  return Object.hasOwn(commands, key) ? commands[key as Key] : null;
}
