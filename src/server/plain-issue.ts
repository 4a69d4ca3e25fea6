import type * as z from 'zod/mini';

const TYPES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const FORMATS: Record<string, string> = {
  date: 'must be a date such as 2026-11-23',
  datetime: 'must be a time in UTC such as 2026-11-23T10:00:00.000Z',
  guid: 'must be a UUID',
};

const UNITS: Record<string, string> = { string: ' characters', array: ' entries' };

/** More values than these would bury what is wrong. */
const MOST_VALUES = 12;

const OTHER = "can't be read";

/**
 * What is wrong with a part of a request, as the end of a sentence about its field. Given to a parse as `error`, it is the
 * message wherever the schema has none of its own.
 */
export function plainIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'number' && typeof issue.input === 'number') return 'must be a finite number';
      return `must be ${TYPES[issue.expected] ?? `a ${issue.expected}`}`;
    case 'invalid_value':
      return issue.values.length > MOST_VALUES
        ? 'is not one of the known values'
        : `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'too_small':
      return bound(issue.origin, `at least ${issue.minimum}`);
    case 'too_big':
      return bound(issue.origin, `at most ${issue.maximum}`);
    case 'invalid_format':
      return FORMATS[issue.format] ?? OTHER;
    case 'invalid_key':
      return issue.issues[0]?.message ?? OTHER;
    default:
      return OTHER;
  }
}

function bound(origin: string, limit: string): string {
  const unit = UNITS[origin];
  return unit ? `must have ${limit}${unit}` : `must be ${limit}`;
}
