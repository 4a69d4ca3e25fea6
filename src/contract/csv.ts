/**
 * A character that some spreadsheets take as the end of a cell, and the sign of a formula after it. If the system's list
 * separator is a semicolon, quotes do not hold a cell together.
 */
const AFTER_SEPARATOR = /([;,\t\r\n][;,\s"]*)([=+\-@＝＋－＠]?)/g;

/** The start of a text that a spreadsheet takes for a formula; Excel reads the full-width signs like the plain ones. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** The text as a cell of a CSV file: an apostrophe precedes each part that a spreadsheet would run. */
export function inertCell(text: string): string {
  const inert = text.replace(AFTER_SEPARATOR, (found, separator: string, sign: string) =>
    sign ? `${separator}'${sign}` : found,
  );
  return FORMULA.test(text) ? `'${inert}` : inert;
}
