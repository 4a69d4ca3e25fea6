import { type Convention, currentConvention, withGroups } from './convention.ts';
import { latinDigits } from './latin-digits.ts';

/** A field's text, and where the caret stands in it. */
export interface Edit {
  text: string;
  caret: number;
}

/**
 * What a field holds after an edit: grouped anew where only digits or the point were typed, with the caret behind
 * the same digit and nothing right of it lost. A text with separators that somebody else put there stays as it is
 * until it can be read.
 */
export function regroup(before: string, edit: Edit, convention: Convention = currentConvention()): Edit {
  const { group, point } = convention;
  if (!isCanonical(before, convention)) {
    return edit;
  }
  let { text, caret } = edit;
  if (isOneGroupRemoved(before, text, caret, group)) {
    // Backspace behind a separator is meant for the digit before it.
    text = text.slice(0, Math.max(caret - 1, 0)) + text.slice(caret);
    caret = Math.max(caret - 1, 0);
  } else if (count(text, group) > count(before, group)) {
    return edit;
  }
  const bare = latinDigits(text).split(group).join('');
  const plain = bare.replace(point, '.');
  if (!/^\d*(?:\.\d*)?$/.test(plain) || plain === '.') return { text, caret };
  const right = latinDigits(text.slice(caret)).split(group).join('').length;
  // Zeros right of the caret wait for the digit that is typed next: 1,000 is made 2,000 by way of 000.
  const [zeros = ''] = /^0+(?=\d)/.exec(plain) ?? [];
  const shown = fieldText(plain.slice(Math.min(zeros.length, plain.length - right)), convention);
  return { text: shown, caret: caretFromRight(shown, right, group) };
}

/** Whether a text is just what the field itself would show for it. */
export function isCanonical(text: string, convention: Convention = currentConvention()): boolean {
  if (text === '') return true;
  const plain = text.split(convention.group).join('').replace(convention.point, '.');
  return /^\d+(?:\.\d*)?$/.test(plain) && fieldText(plain, convention) === text;
}

/** Ungrouped while zeros wait for a first digit: 0,250 would read as a fraction to some. */
function fieldText(plain: string, convention: Convention): string {
  return /^0\d/.test(plain) ? plain.replace('.', convention.point) : withGroups(plain, convention);
}

function isOneGroupRemoved(before: string, text: string, caret: number, group: string): boolean {
  return (
    text.length === before.length - group.length &&
    text.slice(0, caret) + group + text.slice(caret) === before
  );
}

function caretFromRight(text: string, right: number, group: string): number {
  let caret = text.length;
  for (let left = right; left > 0 && caret > 0; caret -= 1) if (text.charAt(caret - 1) !== group) left -= 1;
  return caret;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
