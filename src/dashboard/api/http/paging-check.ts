import type { EndpointName } from '#contract/contract.ts';
import { fieldsOf } from '#dashboard/lib/json.ts';
import { noteChange } from './call-log.ts';

/** What an endpoint's answers said of the pages that were asked for. */
export interface PagingCheck {
  /** Answers that echoed the page, and the page size where they echo one, as it was asked for. */
  confirmed: number;
  /** Answers that contradicted what was asked for: their rows may be those of another page. */
  contradicted: number;
  silent: number;
  /** The last contradiction: `page 1 where page 2 was asked for`. */
  last: string | null;
}

const checks = new Map<EndpointName, PagingCheck>();

/** What was found since the page was loaded, by endpoint. */
export function pagingChecks(): ReadonlyMap<EndpointName, PagingCheck> {
  return checks;
}

/** Holds an answer's own word on its page against the page that was asked for. */
export function checkPaging(name: EndpointName, asked: Record<string, unknown>, data: unknown): void {
  if (asked.page === undefined) return;
  const echo = fieldsOf(data);
  const check = checks.get(name) ?? { confirmed: 0, contradicted: 0, silent: 0, last: null };
  const contrary = (['page', 'limit'] as const)
    .filter((part) => typeof echo[part] === 'number' && echo[part] !== asked[part])
    .map((part) => `${part} ${echo[part]} where ${part} ${asked[part]} was asked for`);
  const rows = Object.values(echo).find(Array.isArray)?.length ?? 0;
  if (typeof asked.limit === 'number' && rows > asked.limit)
    contrary.push(`${rows} rows where at most ${asked.limit} were asked for`);
  if (contrary.length > 0) {
    check.contradicted += 1;
    check.last = contrary.join(', ');
  } else if (typeof echo.page === 'number') check.confirmed += 1;
  else check.silent += 1;
  checks.set(name, check);
  noteChange();
}
