import * as z from 'zod/mini';
import { optionalText, requestText, uuid } from './fields.ts';
import { LAST_LINE, MAX_RUN_LINES, RUN_KINDS } from './runs.ts';

/** What the gateway reads of runs. Browsers need none of it, so it has a file of its own. */

const runLineRequest = z.strictObject({
  memberId: requestText(200),
  orderId: requestText(200),
  /** Its number where it is from, above that of the line before; its place in the request if it is left out. */
  line: z.optional(z.int().check(z.minimum(1, 'must be at least 1'), z.maximum(LAST_LINE, 'is too large'))),
});

/** The body of `PUT /runs/{uuid}`. */
export const runRequest = z.strictObject({
  kind: z.enum(RUN_KINDS),
  /** Why: one of the reasons offered, or the person's own words. */
  reason: requestText(500),
  note: optionalText(2_000),
  lines: z
    .array(runLineRequest)
    .check(
      z.minLength(1, 'must have at least one line'),
      z.maxLength(MAX_RUN_LINES, `must have at most ${MAX_RUN_LINES.toLocaleString('en')} lines`),
    ),
});
export type RunRequest = z.infer<typeof runRequest>;

/** The body of `POST /runs/{id}/again`: the id of the new run. */
export const runAgainRequest = z.strictObject({ id: uuid });
