import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { GatewayContext } from '../http/context.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: light-dark(#f6f7f9, #0f1216); color: light-dark(#14181f, #e8eaee); }
main { box-sizing: border-box; width: min(26rem, 100vw); padding: 1.5rem; }
h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.3; }
p { margin: 0 0 1.25rem; color: light-dark(#4a5362, #a9b1bd); }
ul { margin: 0; padding: 0; list-style: none; display: grid; gap: .5rem; }
a { display: block; padding: .625rem 1rem; border-radius: .5rem; border: 1px solid light-dark(#c9ced6, #3a424e); color: inherit; text-decoration: none; text-align: center; font-weight: 500; }
a.main { background: light-dark(oklch(0.44 0.18 278), oklch(0.535 0.19 278)); border-color: transparent; color: #fff; }
a:focus-visible { outline: 3px solid light-dark(oklch(0.44 0.18 278), oklch(0.77 0.115 278)); outline-offset: 2px; }
small { display: block; margin-top: 1.25rem; color: light-dark(#5b6472, #98a1ae); overflow-wrap: anywhere; }
`;
const ALLOWED = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

interface PlainPage {
  title: string;
  text: string;
  links: { label: string; href: string; main?: boolean }[];
  /** Small print, such as the request's id. */
  note?: string;
  /** Goes on to this address by itself. */
  goesTo?: string;
  status?: 200 | 400 | 403 | 429 | 503;
}

/** A page that needs none of the dashboard: what comes between the identity provider and it. */
export async function plainPage(c: GatewayContext, page: PlainPage): Promise<Response> {
  const { title, text, links, note, goesTo, status = 200 } = page;
  c.set('styles', ALLOWED);
  const body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${goesTo === undefined ? '' : html`<meta http-equiv="refresh" content="0;url=${goesTo}">`}
<title>${title} · Pledge</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<ul>${links.map(({ label, href, main }) => html`<li><a href="${href}" class="${main ? 'main' : ''}">${label}</a></li>`)}</ul>
${note === undefined ? '' : html`<small>${note}</small>`}
</main>
</body>
</html>`;
  return c.html(await body, status);
}
