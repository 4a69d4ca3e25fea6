import { DESK_STATE_ELEMENT, type DeskState, THEME_COOKIE } from '#contract/session.ts';

/** The place in index.html that takes the desk's state. */
const STATE_PLACE = '<!--desk-state-->';

/** The place in index.html that takes the dashboard. */
const ROOT = '<div id="root"></div>';

/**
 * The page for one request: with the desk's state in it, so that the dashboard needn't ask for it, and with
 * the chosen theme on it, so that no other is seen first.
 */
export function fillPage(template: string, state: DeskState, theme: string | undefined): string {
  const element = jsonElement(DESK_STATE_ELEMENT, state);
  // A function, because a replacement text would give meaning to $ in a name.
  const page = template.replace(STATE_PLACE, () => element);
  return theme === 'light' || theme === 'dark'
    ? page.replace('<html ', `<html data-theme="${theme}" `)
    : page;
}

/** A page that has the browser fetch scripts at once which its code will import. */
export function preloading(page: string, scripts: readonly string[]): string {
  const links = scripts.map((address) => `<link rel="modulepreload" crossorigin href="${address}">`);
  return page.replace('</head>', () => `${links.join('')}</head>`);
}

/** An element that carries a value and runs nothing. */
export function jsonElement(id: string, value: unknown): string {
  const json = JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, '');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** A page up to the place of the dashboard, and what follows it. */
export function aroundRoot(page: string): { before: string; after: string } {
  const [before = '', after = ''] = page.split(ROOT);
  return { before, after };
}

/** The theme that the person who is signed in has chosen; otherwise that of the browser's cookie. */
export function themeOf({ session }: DeskState, cookies: Record<string, string>): string | undefined {
  return session?.settings?.theme ?? cookies[THEME_COOKIE];
}
