import { expect, test } from 'vitest';
import { maskEmail, maskPhone } from './contact-masks.ts';

test.each([
  ['ada.okafor1@example.com', 'a•••@e•••.com'],
  ['x@y', 'x•••@y•••'],
  ['"odd@name"@example.co.uk', '"•••@e•••.uk'],
  ['😀face@example.com', '😀•••@e•••.com'],
  ['no address', '•••'],
  ['@example.com', '•••'],
  ['', '•••'],
])('of %j only %j is shown', (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});

test.each([
  ['+234 803 555 0142', '•••42'],
  ['12345', '•••'],
  ['', '•••'],
])('of the number %j only %j is shown', (phone, shown) => {
  expect(maskPhone(phone)).toBe(shown);
});
