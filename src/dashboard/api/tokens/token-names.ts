import { clip, cut } from '#dashboard/lib/truncate.ts';

/** What turns the direction of a text round, or isn't drawn at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are just what has to go
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

type Named = Partial<Record<'_id' | 'name' | 'symbol', string | undefined>>;

/** A text in one line, without what isn't seen in it, cut to what a page can carry. */
export function plainText(text: string, longest = 120): string {
  return clip(cut(text, 4 * longest).replaceAll(UNSEEN, ''), longest);
}

/** What a token is called where only one name has room. */
export function nameOfToken({ name, symbol, _id }: Named): string {
  const names = [name, symbol, _id].map((text) => plainText(text ?? '').trim());
  return names.find((text) => text !== '') ?? 'Token without a name';
}

/** One or two letters that stand for a token where its image can't. */
export function initialsOf({ name, symbol }: Named): string {
  const words = plainText(name || symbol || '').match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '');
  return letters.join('').toUpperCase() || '?';
}

/** An image's address if it may be asked for: https alone, nothing secret in it, of a sensible length. */
export function imageAddress(text: string | undefined): string | null {
  if (!text || text.length > 2_000 || !URL.canParse(text)) return null;
  const { protocol, username, password, href } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' ? href : null;
}
