import { foldName, searchWords } from '#dashboard/lib/name-rank.ts';
import { atOnce, filterPlaces, inSlices, type Slices, sortPlaces } from '#dashboard/lib/slices.ts';
import { customerKey, foldEmail, makeKey, recentEmail } from './customer-keys.ts';
import { type CustomerColumns, type CustomerRow, CustomerRows } from './customer-rows.ts';

export type CustomerColumn = 'name' | 'email' | 'trades' | 'last';

export interface CustomerOrder {
  column: CustomerColumn;
  direction: 'asc' | 'desc';
}

/** Customers that are in the list more than once under the same e-mail. */
export interface Duplicates {
  places: Uint32Array;
  emails: number;
}

interface CustomerQuestion {
  /** Words that must all occur in the name or the e-mail. */
  text: string;
  /** Only the places among these; null for any. */
  among: Uint32Array | null;
  /** All places in their order; null for the order of the service. */
  order: Uint32Array | null;
}

type SortKey = string | number | undefined;

const PIECE = 1_024;

/** All customers, lower-cased once; a text that goes on is looked for only among what the last one found. */
export class CustomerBook {
  readonly rows: CustomerRows;
  /** Entries that were no records at all and are left out of `rows`. */
  readonly unreadable: number;
  /** Name and e-mail, lower-cased; undefined until they are needed. */
  readonly #texts: (string | undefined)[];
  /** Known once `prepare` is through. */
  duplicates: Duplicates | undefined;
  #last: { question: CustomerQuestion; places: Uint32Array } | undefined;
  #order: { of: CustomerOrder; places: Uint32Array } | undefined;

  constructor(private readonly columns: CustomerColumns) {
    this.rows = new CustomerRows(columns);
    this.unreadable = columns.unreadable;
    this.#texts = new Array(this.rows.length);
  }

  /** Does in slices what the first key of a filter would otherwise wait for, and counts duplicates. */
  async prepare(signal?: AbortSignal): Promise<void> {
    if (!this.duplicates) this.duplicates = await inSlices(this.#countDuplicates(), signal);
  }

  *#countDuplicates(): Slices<Duplicates> {
    const seen = new Map<string, number>();
    const places = new Set<number>();
    const emails = new Set<string>();
    for (const [place, email] of this.columns.emails.entries()) {
      this.#textAt(place);
      if (email !== '') {
        const folded = foldEmail(email);
        const first = seen.get(folded);
        if (first === undefined) seen.set(folded, place);
        else {
          places.add(first).add(place);
          emails.add(folded);
        }
      }
      if (place % PIECE === 0) yield;
    }
    return { places: Uint32Array.from(places).sort(), emails: emails.size };
  }

  /** The places that answer a question, at once; null stands for all of them in the order of the service. */
  find(question: CustomerQuestion): Uint32Array | null {
    const words = searchWords(question.text);
    const { among, order } = question;
    if (words.length === 0 && among === null) return order;
    const last = this.#last;
    const goesOn =
      last !== undefined &&
      last.question.among === among &&
      last.question.order === order &&
      question.text.startsWith(last.question.text);
    const from = goesOn ? last.places : withinOrder(among, order);
    const fits = (place: number) => {
      const text = this.#textAt(place);
      return words.every((word) => text.includes(word));
    };
    const places = from ? from.filter(fits) : atOnce(filterPlaces(this.rows.length, fits));
    this.#last = { question, places };
    return places;
  }

  /** All places in the order of a column, worked out in slices; what is missing comes last either way. */
  async sorted(of: CustomerOrder, signal?: AbortSignal): Promise<Uint32Array> {
    const places = this.sortedBefore(of) ?? (await inSlices(this.#sort(of), signal));
    this.#order = { of, places };
    return places;
  }

  *#sort(of: CustomerOrder): Slices<Uint32Array> {
    const keys: SortKey[] = new Array(this.rows.length);
    for (let place = 0; place < this.rows.length; place++) {
      keys[place] = sortKey[of.column](this.columns, place);
      if (place % PIECE === 0) yield;
    }
    const sign = of.direction === 'asc' ? 1 : -1;
    const all = Uint32Array.from({ length: this.rows.length }, (_, place) => place);
    return yield* sortPlaces(all, (a, b) => compareKeys(keys[a], keys[b], sign));
  }

  sortedBefore(of: CustomerOrder): Uint32Array | undefined {
    const isSame = this.#order?.of.column === of.column && this.#order.of.direction === of.direction;
    return isSame ? this.#order?.places : undefined;
  }

  /** The customer of a key that was made not long ago, as when a link is followed. */
  withRecentKey(salt: string, key: string): CustomerRow | undefined {
    const email = recentEmail(salt, key);
    return email === undefined ? undefined : this.withEmail(email);
  }

  async withKey(salt: string, key: string, signal?: AbortSignal): Promise<CustomerRow | undefined> {
    return this.withRecentKey(salt, key) ?? (await inSlices(this.#find(salt, key), signal));
  }

  *#find(salt: string, key: string): Slices<CustomerRow | undefined> {
    for (const [place, email] of this.columns.emails.entries()) {
      if (email !== '' && makeKey(salt, email) === key) {
        // Once found, the customer is found at once in the book that a refresh brings.
        customerKey(salt, email);
        return this.rows.at(place);
      }
      if (place % 64 === 0) yield;
    }
    return undefined;
  }

  withEmail(email: string): CustomerRow | undefined {
    const folded = foldEmail(email);
    const place = this.columns.emails.findIndex((each) => foldEmail(each) === folded);
    return place < 0 ? undefined : this.rows.at(place);
  }

  /** How often an e-mail is in the list; undefined until `prepare` has ended. */
  timesOf(email: string): number | undefined {
    if (!this.duplicates) return undefined;
    const folded = foldEmail(email);
    const { emails } = this.columns;
    const times = this.duplicates.places.filter((place) => foldEmail(emails[place] ?? '') === folded);
    return Math.max(1, times.length);
  }

  #textAt(place: number): string {
    const { names, emails } = this.columns;
    // No word has a space in it, so none is found across the two.
    this.#texts[place] ??= foldName(`${names[place] ?? ''} ${emails[place]}`);
    return this.#texts[place];
  }
}

function withinOrder(among: Uint32Array | null, order: Uint32Array | null): Uint32Array | null {
  if (among === null || order === null) return among ?? order;
  const members = new Set(among);
  return order.filter((place) => members.has(place));
}

/** What each column is sorted by; what can't be read counts as missing. */
const sortKey: Record<CustomerColumn, (columns: CustomerColumns, place: number) => SortKey> = {
  // É is sorted with E.
  name: ({ names }, place) => foldName(names[place] ?? '') || undefined,
  email: ({ emails }, place) => foldEmail(emails[place] ?? '') || undefined,
  trades: ({ trades }, place) => trades[place],
  last: ({ dates }, place) => {
    const at = Date.parse(dates[place] ?? '');
    return Number.isNaN(at) ? undefined : at;
  },
};

function compareKeys(a: SortKey, b: SortKey, sign: 1 | -1): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  return a < b ? -sign : sign;
}
