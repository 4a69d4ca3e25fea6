import { currentLocale, keptFormats } from './settings.ts';

/** How numbers are written: what separates groups of digits, and the fraction. */
export interface Convention {
  group: string;
  point: string;
  /** How many digits are in a group before the last three, where they aren't three: two in India. */
  inner?: number;
}

const kept = keptFormats<Convention>();

export function currentConvention(): Convention {
  return kept('convention', () => conventionOf(currentLocale()));
}

/** The convention of a language: `en`, `de`; undefined is the browser's. */
export function conventionOf(language: string | undefined): Convention {
  const format = new Intl.NumberFormat(language, { useGrouping: 'always', numberingSystem: 'latn' });
  const parts = format.formatToParts(1234567.5);
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value;
  const inner = parts.filter(({ type }) => type === 'integer').at(-2)?.value.length ?? 3;
  return { group: partOf('group') ?? ',', point: partOf('decimal') ?? '.', inner };
}

export function withGroups(decimal: string, convention: Convention = currentConvention()): string {
  const [whole = '', fraction] = decimal.split('.');
  const { group, point, inner = 3 } = convention;
  const groups = [whole.slice(-3)];
  for (let end = whole.length - 3; end > 0; end -= inner)
    groups.push(whole.slice(Math.max(0, end - inner), end));
  const grouping = groups.reverse().join(group);
  return fraction === undefined ? grouping : `${grouping}${point}${fraction}`;
}
