import { trimEnd } from '#contract/trim-end.ts';
import { cut } from '#dashboard/lib/truncate.ts';

/** What a file is called by: the customer's name, without what no file's name may hold. */
export function fileName(what: string, name: string | undefined): string {
  const words = (name ?? '').replace(/[^\p{L}\p{M}\p{N} '’.-]/gu, ' ').replace(/\s+/g, ' ');
  const plain = trimEnd(cut(words.replace(/^[ .]+/, ''), 60), ' .');
  return plain === '' ? what : `${what} ${plain}`;
}
