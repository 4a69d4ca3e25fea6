import type { PackedCustomers } from '#dashboard/lib/customer-packing.ts';

/** What the worker that asks for all customers is sent: where to ask, and how long to wait, in milliseconds. */
export interface CustomersQuestion {
  path: string;
  timeout: number;
}

/** The status and the headers of an answer. */
export interface AnswerHead {
  status: number;
  headers: [name: string, value: string][];
}

/** What it says when it is through. */
export type CustomersAnswer =
  /** A list of customers; of the answer's text, its length and its beginning. */
  | { kind: 'customers'; head: AnswerHead; size: number; beginning: string; packed: PackedCustomers }
  /** An answer, but no list. */
  | { kind: 'other'; head: AnswerHead; text: string }
  /** No answer, or one that broke off after its head, with the name and the message of the failure. */
  | { kind: 'failed'; head: AnswerHead | undefined; name: string; message: string };
