import type { Bounds } from '#dashboard/lib/bounds.ts';

/** A value that rows were seen to have. */
export interface Choice {
  value: string;
  label: string;
  /** How many rows have it, where that is known. */
  count?: number | undefined;
}

/** What a chip narrows by. */
export type Filter =
  | {
      kind: 'choices';
      choices: readonly Choice[];
      chosen: readonly string[];
      /** It takes one value at most: a new one takes the place of the old. */
      one?: boolean;
      /** What several chosen values are called together: `late`. */
      summary?: string | undefined;
      onChange: (chosen: string[]) => void;
    }
  | { kind: 'text'; text: string; placeholder?: string; onChange: (text: string) => void }
  | {
      kind: 'range';
      bounds: Bounds;
      /** A unit at the end of the fields: `%`. */
      unit?: string;
      /** What a bound is called by, where it isn't its own figure. */
      format?: (bound: number) => string;
      onChange: (bounds: Bounds) => void;
    };
