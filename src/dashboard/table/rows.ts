/** Rows in their order, as a table reads them: an array, or a view of one. A row that isn't there is undefined. */
export type Rows<Row> = { readonly length: number; at(index: number): Row | undefined };

/** The rows at these places, in this order, without copying any. */
export function viewOf<Row>(rows: Rows<Row>, places: ArrayLike<number>): Rows<Row> {
  return {
    length: places.length,
    at: (index) => {
      const place = places[index];
      return place === undefined ? undefined : rows.at(place);
    },
  };
}

/** Holds the places of rows that are on their way. */
export function placeholders(length: number): Rows<never> {
  return { length, at: () => undefined };
}

/** The rows one after the other; those that aren't there are passed over. */
export function* eachRow<Row>(rows: Rows<Row>): Generator<Row> {
  for (let index = 0; index < rows.length; index++) {
    const row = rows.at(index);
    if (row !== undefined) yield row;
  }
}
