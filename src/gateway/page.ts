import { DESK_STATE_ELEMENT, type DeskState, THEME_COOKIE } from '#contract/session.ts';

/** The place in index.html that takes the desk's state. */
const STATE_PLACE = '<!--desk-state-->';

/**
 * The page for one request: with the desk's state in it, so that the dashboard needn't ask for it, and with
 * the chosen theme on it, so that no other is seen first.
 */
export function renderPage(template: string, state: DeskState, theme: string | undefined): string {
  const json = JSON.stringify(state)
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, '');
  const element = `<script type="application/json" id="${DESK_STATE_ELEMENT}">${json}</script>`;
  // A function, because a replacement text would give meaning to $ in a name.
  const page = template.replace(STATE_PLACE, () => element);
  return theme === 'light' || theme === 'dark'
    ? page.replace('<html ', `<html data-theme="${theme}" `)
    : page;
}

/** The theme that the request's cookie asks for. */
export function themeOf(cookies: Record<string, string>): string | undefined {
  return cookies[THEME_COOKIE];
}
