/** The paths of nginx and openssl, or the reason why the test is skipped. */
export function ensureNginx(): Promise<
  { nginx: string; openssl: string; skipped?: undefined } | { skipped: string }
>;
