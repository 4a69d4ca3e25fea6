import { expect, it } from 'vitest';
import { inertCell } from './csv.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@A1', "'@A1"],
  ['＝1', "'＝1"],
  [' =1', "' =1"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['; =1+1', "; '=1+1"],
  ['x;=1', "x;'=1"],
  ['x, @A1', "x, '@A1"],
  ['x\t-1', "x\t'-1"],
  ['x\r\n+1', "x\r\n'+1"],
  ['x;"=1"', 'x;"\'=1"'],
  ['x;;=1;-2', "x;;'=1;'-2"],
  ['=1;=2', "'=1;'=2"],
])('%j is written so that no spreadsheet runs a part of it', (text, cell) => {
  expect(inertCell(text)).toBe(cell);
});

it.each(['', 'Harmattan 2031', 'a-b', 'a = b', 'a; b, c', "'=1", '2026-11-23T10:00:00Z', 'a@example.com; b'])(
  '%j stays as it is',
  (text) => {
    expect(inertCell(text)).toBe(text);
  },
);
