import { foldEmail } from '#dashboard/api/customers/customer-keys.ts';
import type { CustomerRow } from '#dashboard/api/customers/customer-rows.ts';
import { holdsWords, searchWords } from '#dashboard/lib/name-rank.ts';

/** Emails as `foldEmail` has them; null for any. */
type Emails = ReadonlySet<string> | null;

/** Narrows rows to what is typed and to some emails. A further letter looks at what the last one left. */
export function narrower(rows: readonly CustomerRow[]) {
  let last = { text: '', among: null as Emails, left: rows };
  return (text: string, among: Emails): readonly CustomerRow[] => {
    const words = searchWords(text);
    if (words.length === 0 && !among) return rows;
    const from = last.among === among && text.startsWith(last.text) ? last.left : rows;
    const left = from.filter(
      ({ name, _id: { email } }) =>
        holdsWords(words, [name, email]) && (!among || among.has(foldEmail(email))),
    );
    last = { text, among, left };
    return left;
  };
}
