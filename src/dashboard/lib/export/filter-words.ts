import { trimEnd } from '#contract/trim-end.ts';

/** Parameters that say how a list is shown, and not which rows. */
const LOOKS = ['sort', 'cols', 'group', 'page', 'limit', 'view', 'at', 'tab', 'ladder', 'as'];

const LONGEST = 80;

/** What the filters of an address are, for the name of a file: `past NGN amount 5000 to 10000`. `besides` don't filter it. */
export function filterWords(search: URLSearchParams, besides: readonly string[] = []): string {
  const words = [...search].flatMap(([name, value]) =>
    LOOKS.includes(name) || besides.includes(name) || value === ''
      ? []
      : [wordOf(plain(name.replaceAll('.', ' ')), value)],
  );
  return trimEnd(plain(words.join(' ')).slice(0, LONGEST), ' ');
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
