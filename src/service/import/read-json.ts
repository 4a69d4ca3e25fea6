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
  const content: RawFile = { records: [], faults: [] };
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
    if (value.type === 'object') return cellsOf(value, `${field}.`, lineOf);
    return [{ field, line: lineOf(name.offset), value: getNodeValue(value) as unknown }];
  });
}
