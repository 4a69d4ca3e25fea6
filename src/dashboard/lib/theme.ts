import { THEME_COOKIE } from '#contract/session.ts';

export type Theme = 'system' | 'light' | 'dark';

const YEAR = 365 * 24 * 3600;

/** The theme the page is in; the gateway has set it from the cookie before the first paint. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Puts the page into a theme, and asks the gateway, by the cookie, to send every later page in it. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const age = theme === 'system' ? 0 : YEAR;
  // The Cookie Store API would be asynchronous, and a reload right after the click would miss it.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${age}; SameSite=Lax`;
}
