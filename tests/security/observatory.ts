/**
 * The score of a site by the public rules of Mozilla's HTTP Observatory
 * (https://developer.mozilla.org/observatory/docs/tests_and_scoring); only the rules about responses: 100, minus what
 * is missing; from 90 up, plus extras.
 */

interface Site {
  /** The headers of the page. */
  page: Headers;
  /** The Set-Cookie lines of every answer. */
  cookies: string[];
  /** The page's markup. */
  html: string;
}

interface Mark {
  rule: string;
  points: number;
}

/** Every mark, good and bad. */
export function marksOf(site: Site): Mark[] {
  return [
    policyMark(site.page),
    cookieMark(site.cookies),
    { rule: 'cors', points: site.page.get('access-control-allow-origin') === '*' ? -50 : 0 },
    referrerMark(site.page),
    transportMark(site.page),
    scriptMark(site.html),
    { rule: 'nosniff', points: site.page.get('x-content-type-options') === 'nosniff' ? 0 : -5 },
    frameMark(site.page),
    resourceMark(site.page),
  ];
}

/** The sum: what goes beyond counts only where little is missing. */
export function scoreOf(marks: Mark[]): number {
  const sum = (from: Mark[]) => from.reduce((total, { points }) => total + points, 0);
  const base = 100 + sum(marks.filter(({ points }) => points < 0));
  return Math.max(0, base >= 90 ? base + sum(marks.filter(({ points }) => points > 0)) : base);
}

/** The directives of a policy, each with its sources. */
export function readPolicy(headers: Headers): Map<string, string[]> {
  const text = headers.get('content-security-policy') ?? '';
  return new Map(
    text
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .filter(([name]) => name)
      .map(([name = '', ...sources]) => [name.toLowerCase(), sources]),
  );
}

function policyMark(headers: Headers): Mark {
  const rule = 'content-security-policy';
  const policy = readPolicy(headers);
  if (policy.size === 0) return { rule, points: -25 };
  const of = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const isWide = (sources: string[]) => sources.some((source) => /^(\*|https?:|data:|blob:)$/.test(source));
  if (of('script-src').includes("'unsafe-inline'") || isWide(of('script-src')) || isWide(of('object-src')))
    return { rule, points: -20 };
  if (of('script-src').includes("'unsafe-eval'")) return { rule, points: -10 };
  if (of('style-src').includes("'unsafe-inline'")) return { rule, points: 0 };
  return { rule, points: policy.get('default-src')?.join() === "'none'" ? 10 : 5 };
}

function cookieMark(cookies: string[]): Mark {
  const rule = 'cookies';
  if (cookies.length === 0) return { rule, points: 0 };
  const all = (flag: RegExp) => cookies.every((line) => flag.test(line));
  if (!all(/;\s*secure/i)) return { rule, points: -40 };
  if (!all(/;\s*httponly/i)) return { rule, points: -30 };
  return { rule, points: all(/;\s*samesite=(strict|lax)/i) ? 5 : 0 };
}

function referrerMark(headers: Headers): Mark {
  const value = headers.get('referrer-policy') ?? '';
  const isPrivate = /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(value);
  return { rule: 'referrer-policy', points: isPrivate ? 5 : value === '' ? 0 : -5 };
}

function transportMark(headers: Headers): Mark {
  const seconds = Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1] ?? 0);
  const points = seconds >= 15_768_000 ? 0 : seconds > 0 ? -10 : -20;
  return { rule: 'strict-transport-security', points };
}

function scriptMark(html: string): Mark {
  const foreign = [...html.matchAll(/<script[^>]+src="((?:https?:)?\/\/[^"]+)"[^>]*>/g)];
  const unsealed = foreign.some(([tag]) => !tag.includes('integrity='));
  return { rule: 'subresource-integrity', points: unsealed ? -50 : 0 };
}

function frameMark(headers: Headers): Mark {
  const rule = 'x-frame-options';
  const ancestors = readPolicy(headers).get('frame-ancestors')?.join();
  if (ancestors === "'none'" || ancestors === "'self'") return { rule, points: 5 };
  return { rule, points: /^(deny|sameorigin)$/i.test(headers.get('x-frame-options') ?? '') ? 0 : -20 };
}

function resourceMark(headers: Headers): Mark {
  const value = headers.get('cross-origin-resource-policy') ?? '';
  const points = /^same-(origin|site)$/.test(value) ? 10 : value === 'cross-origin' ? -5 : 0;
  return { rule: 'cross-origin-resource-policy', points };
}
