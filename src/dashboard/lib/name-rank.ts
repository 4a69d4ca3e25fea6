/** How well a search fits something's names; lower is better. */
export type NameRank = 0 | 1 | 2;

/** 0 if a name begins with the search, 1 if words begin with its words, 2 if they hold them, else null. */
export function nameRank(search: string, names: readonly (string | undefined)[]): NameRank | null {
  const wanted = foldName(search);
  const given = names.flatMap((name) => (name ? [foldName(name)] : []));
  const folded = given.flatMap((name) => (name.includes("'") ? [name, withoutApostrophes(name)] : [name]));
  if (folded.some((name) => name.startsWith(wanted))) return 0;
  const parts = searchWords(search);
  const words = folded.flatMap((name) => name.split(/[^\p{L}\p{M}\p{N}]+/u));
  if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 1;
  return parts.every((part) => folded.some((name) => name.includes(part))) ? 2 : null;
}

/** The words of a search, for `holdsWords`. */
export function searchWords(search: string): string[] {
  return foldName(search).split(' ').filter(Boolean);
}

/** The longest word of a search, as it was typed: all that a service finds that compares whole texts. */
export function longestWord(search: string): string {
  const words = search.split(/\s+/);
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

/** A search with the apostrophe that names are usually written with. */
export function withPlainApostrophes(search: string): string {
  return search.replace(APOSTROPHE, "'");
}

/** Whether every word is in one of the texts. Case and accents don’t count. */
export function holdsWords(words: readonly string[], texts: readonly (string | null | undefined)[]): boolean {
  return words.every((word) => texts.some((text) => text && holds(foldName(text), word)));
}

function holds(folded: string, word: string): boolean {
  return folded.includes(word) || (folded.includes("'") && withoutApostrophes(folded).includes(word));
}

/** Many leave them out. */
function withoutApostrophes(folded: string): string {
  return folded.replaceAll("'", '');
}

/** The ids that a search may mean. Letters alone are a name, which the ids of strangers hold by chance: `ade` in `3fade1`. */
export function meantIds<Id extends string | null | undefined>(search: string, ids: readonly Id[]): Id[] {
  const isName = !/[^\p{L}\p{M}\s]/u.test(search);
  return isName ? ids.filter((id) => !/\d/.test(id ?? '')) : [...ids];
}

/** A mark that tells no names apart; the vowels of Hindi or Thai are marks, too, and do. */
const ACCENT = /(?=\p{M})[\p{Diacritic}\p{Script=Inherited}]/gu;

/** The other signs for an apostrophe: phones write one that keyboards don't have. */
const APOSTROPHE = /[’‘ʼ`]/g;

/** A text without case, accents and superfluous spaces, and with one sign for an apostrophe. */
export function foldName(text: string): string {
  // Most texts are plain already, and a list may have 100,000 of them.
  if (/^[!-_a-~]+( [!-_a-~]+)*$/.test(text)) return text.toLowerCase();
  const bare = withPlainApostrophes(text).normalize('NFKD').replace(ACCENT, '').toLowerCase();
  return bare.replaceAll('ς', 'σ').replace(/\s+/g, ' ').trim();
}

/** The best of what fits a search, best first and otherwise in the order given. */
export function bestByName<Item>(
  items: Iterable<Item>,
  search: string,
  namesOf: (item: Item) => readonly (string | undefined)[],
): { item: Item; rank: NameRank }[] {
  return Array.from(items, (item) => ({ item, rank: nameRank(search, namesOf(item)) }))
    .filter((found): found is { item: Item; rank: NameRank } => found.rank !== null)
    .sort((a, b) => a.rank - b.rank);
}
