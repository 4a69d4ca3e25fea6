import type { Outcome } from './phase.ts';

/** The outcomes as a table in Markdown. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((one) => [
    one.title,
    one.underWay,
    String(one.acknowledged),
    String(one.lost),
    String(one.twice),
    one.unknown === null ? 'none' : `${one.unknown} s`,
    one.primary === null ? 'the same' : seconds(one.primary),
    seconds(one.reads),
    seconds(one.writes),
    seconds(one.events),
  ]);
  const head = [
    ...['fault', 'under way', 'acknowledged', 'lost', 'twice', 'longest unknown'],
    ...['new primary', 'reads back', 'writes back', 'events back'],
  ];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function seconds(value: number): string {
  return value === 0 ? 'no break' : `${value.toFixed(1)} s`;
}
