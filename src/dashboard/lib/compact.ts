import { currentLocale } from './settings.ts';

let language: string | undefined;
let format: Intl.NumberFormat | undefined;

/** A figure in a few characters, for a label next to the whole figure: `1.2M`. */
export function formatCompact(value: number): string {
  const chosen = currentLocale();
  if (!format || chosen !== language) {
    language = chosen;
    format = new Intl.NumberFormat(chosen, {
      notation: 'compact',
      maximumSignificantDigits: 3,
      numberingSystem: 'latn',
    });
  }
  return format.format(value).replace('-', '−');
}
