const DOTS = '•••';

/** An e-mail address reduced to what distinguishes it from others: `a•••@e•••.com`. */
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

function first(text: string): string {
  return Array.from(text.slice(0, 2))[0] ?? '';
}
