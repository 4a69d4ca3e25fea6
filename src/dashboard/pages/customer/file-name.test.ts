import { expect, test } from 'vitest';
import { fileName } from './file-name.ts';

test.each([
  [undefined, 'statement'],
  ['../..', 'statement'],
  [' .Ada/Obi. ', 'statement Ada Obi'],
  [`${'a'.repeat(59)}𐐀`, `statement ${'a'.repeat(59)}`],
  [`${'a'.repeat(58)}. b`, `statement ${'a'.repeat(58)}`],
])('the statement of a customer named %j is called %j', (name, file) => {
  expect(fileName('statement', name)).toBe(file);
});
