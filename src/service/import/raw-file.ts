import type { Fault } from './faults.ts';

/** A value of a file, at its field's path. */
export interface Cell {
  field: string;
  line: number;
  value: unknown;
}

/** A record of a file as it was read. */
export interface RawRecord {
  line: number;
  cells: Cell[];
}

/** What a file holds. */
export interface RawFile {
  /** The fields that a header names; absent in JSON, in which each record names its own. */
  header?: string[];
  records: RawRecord[];
  faults: Fault[];
}
