import { encodeSegment } from './encode.ts';

/** The list of runs. */
export const RUNS_ADDRESS = '/orders/runs';

/** The page of a run. */
export function runAddress(id: string): string {
  return `${RUNS_ADDRESS}/${encodeSegment(id)}`;
}
