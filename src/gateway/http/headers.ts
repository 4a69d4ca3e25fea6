const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

const SECURITY_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
};

const ONE_YEAR_S = 365 * 24 * 3600;

/**
 * Puts the security headers on an answer; Strict-Transport-Security only if https is used. `styles` allows styles
 * within the page by their hashes.
 */
export function secure(headers: Headers, { https, styles }: { https: boolean; styles: string }): void {
  const policy = POLICY.map((part) => (styles && part.startsWith('style-src') ? `${part} ${styles}` : part));
  headers.set('content-security-policy', policy.join('; '));
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value);
  if (https) headers.set('strict-transport-security', `max-age=${ONE_YEAR_S}; includeSubDomains`);
}

/** How browsers reach this gateway: the origin of its pages, and whether that is https. */
interface PublicAddress {
  origin: string;
  https: boolean;
}

/** The public address that a request came to: the configured one, the proxy's word, or the request's own. */
export function publicAddress(
  request: Request,
  settings: { publicOrigin: string | undefined; trustProxy: boolean },
): PublicAddress {
  if (settings.publicOrigin) {
    return { origin: settings.publicOrigin, https: settings.publicOrigin.startsWith('https:') };
  }
  const url = new URL(request.url);
  const header = (name: string) =>
    settings.trustProxy ? request.headers.get(name)?.split(',')[0]?.trim() : undefined;
  const protocol = header('x-forwarded-proto') ?? url.protocol.slice(0, -1);
  const host = header('x-forwarded-host') ?? request.headers.get('host') ?? url.host;
  return { origin: `${protocol}://${host}`, https: protocol === 'https' };
}

/** Whether a request came under a name that the gateway goes by; any does where no names are set. */
export function isKnownHost(address: PublicAddress, known: readonly string[] | undefined): boolean {
  return (
    known === undefined || (URL.canParse(address.origin) && known.includes(new URL(address.origin).hostname))
  );
}

/**
 * Whether a request was made by a page of this gateway. Browsers say where a request comes from in Origin
 * (on every write) and in Sec-Fetch-Site; a request that says neither is no page's.
 */
export function isSameOrigin(request: Request, address: PublicAddress): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = request.headers.get('origin');
  return origin === null ? site === 'same-origin' : origin === address.origin;
}
