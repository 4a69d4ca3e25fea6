/** What spreadsheets take for a formula; Excel reads the full-width forms like the plain ones. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** The text as a cell of a CSV file: one that a spreadsheet would run starts with an apostrophe. */
export function inertCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
