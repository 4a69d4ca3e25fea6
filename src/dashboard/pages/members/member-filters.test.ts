import { expect, test } from 'vitest';
import { passesMember, readMemberFilter } from './member-filters.tsx';

test.each([
  ['verified:yes', true],
  ['verified:no', false],
  ['verified:yes verified:no', true],
  ['verified:yes verified:no activated:yes', false],
  ['verified:yes activated:no', true],
  ['verified:yes two_factor:yes', false],
  ['two_factor:yes two_factor:no', false],
])('a verified, not activated member passes the flags %s: %s', (flags, passes) => {
  const member = { _id: 'm', status: 'Active', user: { _id: 'u', verified: true, activated: false } };
  const filter = readMemberFilter(new URLSearchParams(flags.split(' ').map((flag) => ['flags', flag])));
  expect(passesMember(member, filter)).toBe(passes);
});
