import { CHOICES, type Theme } from '#contract/settings.ts';
import { keepCookie } from './cookie.ts';

/** The contract's theme cookie, written out: the first script runs before the contract is there. */
const THEME_COOKIE = 'pledge-theme';

export const THEMES = CHOICES.theme;

/** The theme the page is in; the gateway has set it from the cookie before the first paint. */
export function currentTheme(): Theme {
  const chosen = globalThis.document?.documentElement?.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === currentTheme()) return;
  const { dataset } = document.documentElement;
  dataset.still = '';
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  // By then the page has been painted in the other theme.
  setTimeout(() => delete dataset.still, 100);
}

/** Asks the gateway, by the cookie, to send every later page in a theme. */
export function keepTheme(theme: Theme): void {
  if (typeof document === 'undefined') return;
  keepCookie(THEME_COOKIE, theme === 'system' ? null : theme);
}
