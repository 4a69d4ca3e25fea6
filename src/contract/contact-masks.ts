/** How members' contact data is shown to everyone, until someone with the permission reveals it (docs/people.md). */

const DOTS = '•••';

/** An email address reduced to what distinguishes it from others: `a•••@e•••.com`. */
export function maskEmail(email: string): string {
  const place = email.lastIndexOf('@');
  if (place <= 0) return DOTS;
  const domain = email.slice(place + 1);
  const dot = domain.lastIndexOf('.');
  const name = dot > 0 ? domain.slice(0, dot) : domain;
  return `${first(email)}${DOTS}@${first(name)}${DOTS}${dot > 0 ? domain.slice(dot) : ''}`;
}

/** A phone number reduced to its last two digits: `•••42`. */
export function maskPhone(phone: string): string {
  const figures = phone.replace(/\D/g, '');
  return figures.length < 6 ? DOTS : `${DOTS}${figures.slice(-2)}`;
}

/** The contact data of a member user, by field, with its mask. An empty text stays empty. */
export const CONTACT_MASKS = {
  email: maskEmail,
  phone: maskPhone,
  homeAddress: () => DOTS,
  // Some services take the email address as the username.
  username: (name: string) => (name.includes('@') ? maskEmail(name) : name),
} as const satisfies Record<string, (text: string) => string>;

function first(text: string): string {
  return Array.from(text.slice(0, 2))[0] ?? '';
}
