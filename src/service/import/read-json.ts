import { Big } from 'big.js';
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { lineFinder } from './lines.ts';
import type { Cell, RawFile } from './raw-file.ts';

/** Reads JSON: a list of records, or one record. Fields are nested as in the interface, or named by their paths. */
export function readJson(file: string, text: string): RawFile {
  const lineOf = lineFinder(text);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const [error] = errors;
  if (error || !root) {
    const line = lineOf(error?.offset ?? 0);
    const reason = error ? printParseErrorCode(error.error) : 'it is empty';
    return { records: [], faults: [{ file, line, message: `is not valid JSON here (${reason})` }] };
  }
  const faults = roundedNumbers(root, text).map(({ offset, number }) => {
    const message = `has a number that would be rounded here (${number}); write it with at most 15 digits`;
    return { file, line: lineOf(offset), message };
  });
  const content: RawFile = { records: [], faults };
  for (const node of root.type === 'array' ? (root.children ?? []) : [root]) {
    const line = lineOf(node.offset);
    if (node.type === 'object') content.records.push({ line, cells: cellsOf(node, '', lineOf) });
    else content.faults.push({ file, line, message: `must be an object with fields, not ${node.type}` });
  }
  return content;
}

function cellsOf(node: Node, prefix: string, lineOf: (offset: number) => number): Cell[] {
  return (node.children ?? []).flatMap((property) => {
    const [name, value] = property.children ?? [];
    if (!name || !value) return [];
    const field = prefix + String(name.value);
    if (value.type === 'object' && value.children?.length) return cellsOf(value, `${field}.`, lineOf);
    return [{ field, line: lineOf(name.offset), value: getNodeValue(value) as unknown }];
  });
}

/** The numbers that a double can't hold as they are written. */
function roundedNumbers(node: Node, text: string): { offset: number; number: string }[] {
  if (node.type !== 'number') return (node.children ?? []).flatMap((child) => roundedNumbers(child, text));
  const { offset, length } = node;
  const number = text.slice(offset, offset + length);
  const isRounded = Number.isFinite(Number(number)) && !new Big(number).eq(Number(number));
  return isRounded ? [{ offset, number }] : [];
}
