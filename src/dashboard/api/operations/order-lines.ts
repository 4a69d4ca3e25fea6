import { MAX_RUN_LINES } from '#contract/runs.ts';
import type { Slices } from '#dashboard/lib/slices.ts';

/** A line of what was pasted or dropped, with whether it is going to be cancelled. The ids are as they go out. */
export interface OrderLine {
  member: string;
  order: string;
  /** Its number in the text, from 1. */
  line: number;
  verdict: 'ready' | 'duplicate' | 'conflict' | 'malformed';
  /** What is wrong with it, as a sentence; empty if nothing is. */
  problem: string;
}

export interface OrderLines {
  lines: OrderLine[];
  counts: Record<OrderLine['verdict'], number>;
  /** The names of the columns, where the first line was a header. */
  header: { member: string | null; order: string } | null;
  /** Lines after the last one that is read. */
  beyond: number;
}

/** What a chat or a document puts before the items of a list: a bullet or a number. In a table it is a column. */
const LIST_MARK = /^\s*(?:[•·‣▪◦*–—-]|\d{1,5}[.)])[^\S\t]+(?=[^\s,;|"])/;

/** What a Markdown table has under its header. */
const TABLE_RULE = /^(?=.*\|)[\s|:-]*-[\s|:-]*$/;

const LONGEST_LINE = 1_000;
const LONGEST_ID = 100;

/**
 * Reads lines of member and order: separated by commas, tabs, semicolons, pipes or spaces, quoted or not, with any line
 * ending, a byte order mark, a header or none, as the items of a list or the rows of a Markdown table. With `member`, each
 * line names an order of that member alone. Blank lines and a table's rules are passed over; every other line comes out
 * once, in its place.
 */
export function* readOrderLines(text: string, member: string | null = null): Slices<OrderLines> {
  const lines: OrderLine[] = [];
  let header: OrderLines['header'] = null;
  let columns: Columns = member === null ? { member: 0, order: 1 } : { member: null, order: 0 };
  let beyond = 0;
  let isFirst = true;
  for (const [index, content] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (content.trim() === '' || TABLE_RULE.test(content.slice(0, LONGEST_LINE))) continue;
    const { cells, broken, loose } = cellsOf(content.slice(0, LONGEST_LINE).replace(LIST_MARK, ''));
    const named = isFirst ? headerOf(cells, member !== null) : null;
    isFirst = false;
    if (named) {
      columns = named;
      header = {
        member: named.member === null ? null : at(cells, named.member),
        order: at(cells, named.order),
      };
      continue;
    }
    // In a list of one member's orders, a line may have several ids.
    const mayBeIds = member !== null && header === null && !broken;
    const ids = mayBeIds ? cells.filter((cell) => cell !== '') : [];
    const parts = ids.length > 0 ? ids.map((id) => [id]) : [cells];
    const room = MAX_RUN_LINES - lines.length;
    beyond += Math.max(0, parts.length - room);
    for (const part of parts.slice(0, room)) {
      const pair = { member: member ?? at(part, columns.member), order: at(part, columns.order) };
      const problem = broken
        ? 'A quotation mark is not closed.'
        : content.length > LONGEST_LINE
          ? `The line is longer than ${LONGEST_LINE} characters.`
          : loose && member === null && header === null && part.length > 2
            ? 'Too many values. Each line needs a member ID and an order ID.'
            : pairProblem(pair, member !== null);
      lines.push({ ...pair, line: index + 1, verdict: problem === '' ? 'ready' : 'malformed', problem });
    }
    yield;
  }
  yield* fold(lines);
  const counts = { ready: 0, duplicate: 0, conflict: 0, malformed: 0 };
  for (const { verdict } of lines) counts[verdict] += 1;
  return { lines, counts, header, beyond };
}

/** What is wrong with an id, as the end of a sentence; null if it could be one. */
export function idProblem(id: string): string | null {
  if (id === '') return 'is missing';
  if (id.length > LONGEST_ID) return `is longer than ${LONGEST_ID} characters`;
  if (/\s/.test(id)) return 'contains a space';
  if (/[/\\]/.test(id)) return 'contains a slash';
  if (/^\.+$/.test(id)) return 'consists of dots only';
  const odd = /[^A-Za-z0-9_.:@~-]/u.exec(id);
  if (odd) return `contains “${shown(odd[0])}”, which no ID does`;
  return null;
}

function pairProblem({ member, order }: Pick<OrderLine, 'member' | 'order'>, oneMember: boolean): string {
  const ofMember = oneMember ? null : idProblem(member);
  const ofOrder = idProblem(order);
  if (ofMember && ofOrder === 'is missing' && member !== '') {
    return `The order ID is missing, and the member ID ${ofMember}.`;
  }
  if (ofMember) return `The member ID ${ofMember}.`;
  if (ofOrder === 'is missing')
    return 'The order ID is missing. Each line needs a member ID and an order ID.';
  return ofOrder ? `The order ID ${ofOrder}.` : '';
}

/** Marks repeated lines, and orders that are listed under more than one member. */
function* fold(lines: OrderLine[]): Slices<void> {
  const first = new Map<string, OrderLine>();
  const byOrder = new Map<string, OrderLine>();
  for (const line of lines) {
    if (line.verdict !== 'ready') continue;
    const key = `${line.member}\n${line.order}`;
    const before = first.get(key);
    const other = byOrder.get(line.order);
    if (before) {
      line.verdict = 'duplicate';
      line.problem = `Duplicate of line ${before.line}.`;
    } else {
      first.set(key, line);
      if (other) {
        line.verdict = 'conflict';
        line.problem = `Line ${other.line} has the same order under another member.`;
        if (other.verdict === 'ready') {
          other.verdict = 'conflict';
          other.problem = `Line ${line.line} has the same order under another member.`;
        }
      } else byOrder.set(line.order, line);
    }
    yield;
  }
}

interface Columns {
  member: number | null;
  order: number;
}

function headerOf(cells: string[], oneMember: boolean): Columns | null {
  const names = cells.map((cell) => (/\d/.test(cell) ? '' : cell.toLowerCase().replace(/[^a-z]/g, '')));
  // The name that says most comes first: a file may have an ID of its own besides the order's.
  const find = (wanted: readonly string[]) =>
    wanted.map((name) => names.indexOf(name)).find((place) => place >= 0) ?? -1;
  const order = find(['orderid', 'order', 'orderids', 'orders', 'id']);
  const member = oneMember ? null : find(['memberid', 'member', 'userid', 'user', 'members']);
  return order < 0 || member === -1 ? null : { member, order };
}

/** A cell and its separator. In a quoted cell, two quotation marks mean one, and the closing one may be missing. */
const CELL = /(?:[^\S\t]*"((?:[^"]|"")*)("?)([^,;\t]*)|([^,;\t]*))([,;\t]|$)/g;

/** The cells of a line; loose where spaces alone separate them, broken where a quotation mark isn't closed. */
function cellsOf(line: string): { cells: string[]; broken: boolean; loose: boolean } {
  if (!/[,;\t"]/.test(line)) {
    if (!line.includes('|')) return { cells: line.trim().split(/\s+/), broken: false, loose: true };
    const row = line.trim().replace(/^\||\|$/g, '');
    return { cells: row.split('|').map((cell) => cell.trim()), broken: false, loose: false };
  }
  const cells: string[] = [];
  let broken = false;
  for (const [, quoted, closing, rest = '', bare = '', end] of line.matchAll(CELL)) {
    cells.push(quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"') + rest.replace(/\s/g, ''));
    broken ||= closing === '';
    if (end === '') break;
  }
  return { cells, broken, loose: false };
}

function at(cells: string[], place: number | null): string {
  return place === null ? '' : (cells[place] ?? '');
}

/** A character as it can be shown: by its number where it has no shape. */
function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const shapeless = code < 32 || (code >= 127 && code < 160) || /[\p{C}\p{M}]/u.test(character);
  return shapeless ? `U+${code.toString(16).toUpperCase().padStart(4, '0')}` : character;
}
