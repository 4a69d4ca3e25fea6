import { expect, test, vi } from 'vitest';
import { THEME_COOKIE } from '#contract/session.ts';
import { keepTheme } from './theme.ts';

test('the theme is kept in the cookie that the gateway reads', () => {
  const page = { cookie: '' };
  vi.stubGlobal('document', page);
  keepTheme('dark');
  expect(page.cookie).toMatch(new RegExp(`^${THEME_COOKIE}=dark; Path=/; Max-Age=31536000;`));
  keepTheme('system');
  expect(page.cookie).toContain('Max-Age=0');
});
