/** Ways in which what a service means can differ from the document while its answer is well formed. */

type Row = Record<string, unknown>;
type Bend = (holder: Row, name: string) => void;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What lists call their records; a single record has lists of its own, which are none of these. */
const LISTS = ['docs', 'members', 'tokens', 'transactions', 'entries', 'events'];

/** The records of an answer: those of its list, or the one that it is. */
function rowsOf(data: unknown): Row[] {
  if (Array.isArray(data)) return data;
  if (!isRow(data)) return [];
  const list = LISTS.map((name) => data[name]).find(Array.isArray);
  return list ? (list as Row[]) : [data];
}

/** Every place in a record that holds a value, nested ones too. */
function placesIn(row: Row): { holder: Row; name: string }[] {
  return Object.entries(row).flatMap(([name, value]) =>
    isRow(value) ? placesIn(value) : [{ holder: row, name }],
  );
}

/**
 * Changes every field of a resource once: in a list, each in a row of its own while there are rows, so that the other
 * rows stay intact; in a single record, all fields except the id.
 */
function everyField(bends: (value: unknown, name: string) => boolean, bend: Bend) {
  return (data: unknown): void => {
    const rows = rowsOf(data);
    const isList = rows[0] !== data;
    const places = rows[0] ? placesIn(rows[0]) : [];
    const bent = places.filter(({ holder, name }) => bends(holder[name], name));
    for (const [nth, place] of bent.entries()) {
      if (!isList && /^_?id$/.test(place.name) && place.holder === data) continue;
      const row = rows[nth % rows.length] as Row;
      const own = placesIn(row).find(({ holder, name }) => name === place.name && bends(holder[name], name));
      if (own) bend(own.holder, own.name);
    }
  };
}

const any = () => true;
const isText = (value: unknown) => typeof value === 'string';

export const gone = everyField(any, (holder, name) => delete holder[name]);
export const nulled = everyField(any, (holder, name) => {
  holder[name] = null;
});
export const unheardOf = everyField(
  (value, name) => isText(value) && /status|type|categor|unit|model|currency|access/.test(name),
  (holder, name) => {
    holder[name] = 'Unheard-of <b>&';
  },
);
export const asText = everyField(
  (value) => typeof value === 'number',
  (holder, name) => {
    holder[name] = String(holder[name]);
  },
);
/** Each keeps its own end: two records aren't to get the same id. */
export const huge = everyField(isText, (holder, name) => {
  holder[name] = `${'W'.repeat(1_000_000)}${holder[name]}`;
});

/** A new field in every record, and next to the records. */
export function added(data: unknown): void {
  for (const row of [...rowsOf(data), ...(isRow(data) ? [data] : [])]) {
    row.added_tomorrow = { deep: [1, { deeper: 'ADDED' }] };
  }
}

/** A list without a word of how much there is. */
export function noPaging(data: unknown): void {
  if (!isRow(data) || rowsOf(data)[0] === data) return;
  for (const [name, value] of Object.entries(data)) if (!Array.isArray(value)) delete data[name];
}
