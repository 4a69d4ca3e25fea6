import { AFTER_G } from '#dashboard/lib/shortcuts.ts';
import { jumpKeys, Keys } from './keys.tsx';

/** What keys do, by where they do it. */
const groups = (): Record<string, Record<string, string[]>> => ({
  Anywhere: { 'Search or jump': jumpKeys(), 'Close what is open': ['Esc'] },
  'Go to': Object.fromEntries(
    Object.entries(AFTER_G).map(([letter, page]) => [
      page.charAt(0).toUpperCase() + page.slice(1),
      ['g', 'then', letter],
    ]),
  ),
  'On a page': { 'Search box, if the page has one': ['/'], 'Keyboard shortcuts': ['?'] },
  'In a table': {
    'Next row': ['j', 'or', '↓'],
    'Previous row': ['k', 'or', '↑'],
    'Open the row': ['Enter'],
  },
});

/** Every key that does something, and what. */
export function KeyList() {
  return (
    <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
      {Object.entries(groups()).map(([label, keysOf]) => (
        <section key={label} aria-label={label}>
          <h3 className="pb-1 font-medium text-label text-muted">{label}</h3>
          <dl>
            {Object.entries(keysOf).map(([does, keys]) => (
              <div
                key={does}
                className="flex min-h-8 items-center justify-between gap-3 border-hairline border-t"
              >
                <dt>{does}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
