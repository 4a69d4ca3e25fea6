import { useMemo } from 'react';
import { useJoinedRows } from '../http/joined-rows.ts';
import { type ListRows, useKeptRows, useListRows } from '../http/use-list-rows.ts';
import type { TokenRow } from './token-fields.ts';
import type { TokenQuestion } from './token-filter.ts';
import { tokenLists } from './tokens.ts';

const idOf = ({ _id }: TokenRow) => _id;

/** So many of the tokens that answer a question. */
export function useTokenRows(question: TokenQuestion, wanted: number): ListRows<TokenRow> {
  const { endpoint, query, text } = question;
  const asked = JSON.stringify([endpoint, query, text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the question
  const { main, also } = useMemo(() => tokenLists(question), [asked]);
  const first = useListRows(main, wanted);
  const second = useListRows(also ?? main, also ? wanted : 0);
  return useKeptRows(useJoinedRows(first, also && second, idOf), asked);
}
