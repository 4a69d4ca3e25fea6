import { trimEnd } from '#contract/trim-end.ts';
import { cut } from '../truncate.ts';

/** A filter in words, at most 80 characters, for a file's name: `past NGN amount 5000 to 10000`. It names no email. */
export function filterWords(filter: URLSearchParams): string {
  const words = [...filter].flatMap(([name, value]) =>
    value === '' || value.includes('@') ? [] : [wordOf(plain(name.replaceAll('.', ' ')), value)],
  );
  return trimEnd(cut(plain(words.join(' ')), 80), ' ');
}

function wordOf(name: string, value: string): string {
  if (value === 'true' || value === '1') return name;
  if (value === 'false') return `not ${name}`;
  // An id says nothing, but its beginning tells two files apart.
  if (/^[0-9a-f-]{24,36}$/i.test(value)) return `${name} ${value.slice(0, 6)}`;
  const [from, to] = value.split('..');
  if (to !== undefined)
    return `${name} ${[from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ')}`;
  return /^[\d.-]/.test(value) ? `${name} ${value}` : value;
}

function plain(text: string): string {
  return text
    .replace(/[^\p{L}\p{M}\p{N} '’.@-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
