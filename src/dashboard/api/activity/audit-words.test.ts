import { expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { actionText, resultText } from './audit-words.ts';

const ruth = { person: 'p-1', name: 'Ruth Kamau', subject: 'u-1', verified: true, session: 's-1' };

test.each([
  [ruth, undefined, 'Ended a session of Ruth Kamau'],
  [ruth, 'fewer roles', 'Ended a session of Ruth Kamau: a later sign-in came with fewer roles'],
  [null, 'identity provider', 'Ended a session of Ruth Kamau: signed out at the identity provider'],
])('the end of a session says why: %#', (who, by, text) => {
  const details = { name: 'Ruth Kamau', ...(by && { by }) };
  expect(actionText({ action: 'session-ended', who, details, target: {} } as unknown as AuditEntry)).toBe(
    text,
  );
});

test('why a sign-in was refused is in words', () => {
  const refused = (result: string) => resultText({ result, details: {} } as unknown as AuditEntry);
  expect(refused('wrong-signature')).toBe('Wrong signature');
  expect(refused('disabled')).toBe('Disabled');
});
