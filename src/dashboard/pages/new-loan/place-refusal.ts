import { contract } from '#contract/contract.ts';

/** One thing that the service refused: its path in the body, and the service's own words. */
interface PlacedRefusal {
  field: string;
  message: string;
}

const FIELD = /(?:^|;\s*)((?:[a-z]+(?:_[a-z]+)*)(?:\[\d+\])?(?:\.[a-z_]+)?):\s*/g;

const KNOWN = new Set(Object.keys(contract.createLoan.body.def.shape));

/**
 * Finds the fields that a refusal names: `amount: is above the limit; collaterals[1].token_id: has exited`. `rest` is
 * what it says about none of them.
 */
export function placeRefusal(message: string): { placed: PlacedRefusal[]; rest: string } {
  const marks = [...message.matchAll(FIELD)].filter(([, field = '']) =>
    KNOWN.has(field.replace(/[[.].*$/, '')),
  );
  const [first] = marks;
  if (!first) return { placed: [], rest: message };
  const placed = marks.map((mark, index) => ({
    field: mark[1] ?? '',
    message: message
      .slice(mark.index + mark[0].length, marks[index + 1]?.index)
      .replace(/;\s*and \d+ more$/, ''),
  }));
  const more = /;\s*(and \d+ more)$/.exec(message)?.[1];
  return { placed, rest: [message.slice(0, first.index).trim(), more].filter(Boolean).join(' ') };
}
