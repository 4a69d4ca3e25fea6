import { parseJson } from './json.ts';

/**
 * Removes from requests and responses what must not appear in a screenshot or a ticket: emails, phone numbers, account
 * numbers, tokens, secrets, names of people. In JSON only the texts of known harmless fields are kept, so that a secret
 * field that is added tomorrow is hidden, too.
 */

export const REDACTED = '•••';

/** Fields of the interface, and of our own gateway, whose texts say nothing of a person. */
const OPEN_FIELDS = new Set(
  `_id id orderId order token token_id user borrower creditor creator configuration organisation entry next requestId
  status code message type entity_type kind outcome currency owner_model symbol deal_access investment_type
  investment_category investment_categories payout_frequency milestone grace_period_unit repayment_date
  created_at updated_at createdAt updatedAt date at settledAt expiresAt price_at
  selfie identityDocument accredited`.split(/\s+/),
);

const OPEN_PARAMETERS = new Set(
  `page limit private investment_type primary_raise closed exited completed_raise type symbol
  kind outcome from to before last order member`.split(/\s+/),
);

const OPEN_HEADERS = new Set(
  `accept age cache-control connection content-encoding content-language content-length content-security-policy
  content-type cross-origin-opener-policy cross-origin-resource-policy date keep-alive permissions-policy
  referrer-policy retry-after strict-transport-security vary x-content-type-options x-frame-options
  x-request-id`.split(/\s+/),
);

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/[^\s"'<>()@,;:=&?/]{1,200}@[^\s"'<>()@,;=&?/]{1,200}/g, `${REDACTED}@${REDACTED}`],
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${REDACTED}`],
  [/\b(?:pledge|whsec|sk|pk|ghp|xox[a-z])_[\w-]{6,}/gi, REDACTED],
  [/(?<![\w-])eyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)?/g, REDACTED],
  [/(?<![\w.-])\+?\d(?:[ ().-]?\d){6,}(?![\w-])/g, REDACTED],
];

const HARMLESS = [
  /^(?=\d*[a-f])[0-9a-f]{16,64}$/i,
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/,
];

/** A text without anything in it that looks like an e-mail, a phone, an account number, a token or a secret. */
export function withoutSecrets(text: string): string {
  if (HARMLESS.some((form) => form.test(text))) return text;
  return PATTERNS.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
}

/** An address: the values of its query that may be read, its path without secrets. */
export function redactPath(path: string): string {
  const [pathname = '', ...rest] = path.split('?');
  const search = new URLSearchParams(rest.join('?'));
  const shown = [...search].map(([name, value]) => {
    const open = OPEN_PARAMETERS.has(name) ? withoutSecrets(value) : REDACTED;
    return `${encoded(withoutSecrets(name))}=${encoded(open)}`;
  });
  const segments = pathname.split('/').map((segment) => withoutSecrets(segment.replace(/%40/gi, '@')));
  return segments.join('/') + (shown.length > 0 ? `?${shown.join('&')}` : '');
}

/** Encoded as in an address, but for the dots, which stay visible. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(encodeURIComponent('•'), '•');
}

export function redactHeader([name, value]: readonly [string, string]): string {
  return OPEN_HEADERS.has(name.toLowerCase()) ? withoutSecrets(value) : REDACTED;
}

/** A body as lines to read. What isn't JSON is shown as far as its first lines, without secrets. */
export function redactBody(text: string): string {
  return /^\s*[[{]/.test(text) ? redactJson(text) : withoutSecrets(text.slice(0, 500));
}

const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** Goes through JSON token by token, so that JSON that is cut off can be shown, too. */
function redactJson(text: string): string {
  const tokens = text.match(TOKEN) ?? [];
  /** For each open bracket: whether it is an object's, and the name of its texts. */
  const open: { isObject: boolean; name: string | null }[] = [];
  let name: string | null = null;
  let shown = '';
  const line = () => {
    shown += `\n${'  '.repeat(open.length)}`;
  };
  for (const [place, token] of tokens.entries()) {
    const [before, after] = [tokens[place - 1], tokens[place + 1]];
    const here = open.at(-1);
    if (token === '{' || token === '[') {
      shown += token;
      open.push({ isObject: token === '{', name });
      if (after !== '}' && after !== ']') line();
    } else if (token === '}' || token === ']') {
      open.pop();
      if (before !== '{' && before !== '[') line();
      shown += token;
    } else if (token === ',') {
      shown += token;
      line();
      if (!here?.isObject) name = here?.name ?? null;
    } else if (token === ':') {
      shown += ': ';
    } else if (here?.isObject && (before === '{' || before === ',')) {
      name = textOf(token);
      shown += JSON.stringify(withoutSecrets(name ?? REDACTED));
    } else shown += redactValue(token, name);
  }
  return shown;
}

function redactValue(token: string, name: string | null): string {
  const isOpen = name !== null && OPEN_FIELDS.has(name);
  if (token.startsWith('"')) {
    const text = isOpen ? textOf(token) : null;
    return text === '' ? '""' : JSON.stringify(text === null ? REDACTED : withoutSecrets(text));
  }
  if (/^(?:true|false|null)$/.test(token)) return token;
  const isFigure = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(token);
  return isFigure && !(name !== null && PRIVATE_FIGURE.test(name)) ? token : REDACTED;
}

const PRIVATE_FIGURE = /account|phone|mobile|secret|token$|pin$|otp|card|bvn|nin$|ssn|iban|tax/i;

/** The text of a JSON string; null where it is cut off or can't be read. */
function textOf(token: string): string | null {
  const value = parseJson(token);
  return typeof value === 'string' ? value : null;
}
