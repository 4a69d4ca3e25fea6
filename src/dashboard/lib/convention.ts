import { currentLocale, keptFormats } from './settings.ts';

/** How numbers are written: what separates groups of three digits, and the fraction. */
export interface Convention {
  group: string;
  point: string;
}

const kept = keptFormats<Convention>();

export function currentConvention(): Convention {
  return kept('convention', () => conventionOf(currentLocale()));
}

/** The convention of a language: `en`, `de`; undefined is the browser's. */
export function conventionOf(language: string | undefined): Convention {
  const format = new Intl.NumberFormat(language, {
    useGrouping: 'always',
    numberingSystem: 'latn',
  });
  const parts = format.formatToParts(1234567.5);
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value;
  return { group: partOf('group') ?? ',', point: partOf('decimal') ?? '.' };
}

/** A decimal as it is shown in a field: grouped, in a convention. */
export function withGroups(decimal: string, convention: Convention = currentConvention()): string {
  const [whole = '', fraction] = decimal.split('.');
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.push(whole.slice(Math.max(0, end - 3), end));
  const grouping = groups.reverse().join(convention.group);
  return fraction === undefined ? grouping : `${grouping}${convention.point}${fraction}`;
}
