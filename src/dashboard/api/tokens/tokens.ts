import { useMemo } from 'react';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import type { LoadedPage } from '#dashboard/lib/loaded-page.ts';
import { holdsWords, longestWord, searchWords } from '#dashboard/lib/name-rank.ts';
import type { Answer } from '../http/client.ts';
import { useJoinedRows } from '../http/joined-rows.ts';
import { listedPage, listSource } from '../http/list-source.ts';
import { endpointQuery } from '../http/queries.ts';
import { type ListRows, useKeptRows, useListRows } from '../http/use-list-rows.ts';
import type { TokenQuestion } from './token-filter.ts';

type Asked = Omit<TokenQuestion, 'screen'>;

const idOf = ({ _id }: TokenRow) => _id;

/** The list that answers a question; of a search, those that have the text in their names and in their symbols. */
export function tokenLists({ endpoint, query, text }: Asked) {
  const list = (found: object) => {
    const asked = { ...query, ...found };
    return listSource<'listTokens' | 'searchTokens', TokenRow>({
      name: `tokens ${JSON.stringify([endpoint, asked])}`,
      endpoint,
      query: asked,
      read: toTokenPage,
      idOf,
      isPassing: Object.keys(asked).length > 0,
    });
  };
  if (text === '') return { main: list({}) };
  const word = longestWord(text);
  return {
    main: list({ name: text }),
    also: text.length <= 50 ? list({ symbol: text }) : undefined,
    /** Those that have the longest of several words in their names. */
    byWord: word === text ? undefined : list({ name: word }),
  };
}

export function useTokenRows(question: Asked, wanted: number): ListRows<TokenRow> {
  const { endpoint, query, text } = question;
  const asked = JSON.stringify([endpoint, query, text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the question
  const { main, also, byWord } = useMemo(() => tokenLists(question), [asked]);
  const first = useListRows(main, wanted);
  const second = useListRows(also ?? main, also ? wanted : 0);
  const joined = useJoinedRows(first, also && second, idOf);
  // The service finds no words that are apart from one another, or in another order.
  const isApart = byWord !== undefined && joined.shown.state === 'complete' && joined.rows.length === 0;
  const third = useListRows(byWord ?? main, isApart ? wanted : 0);
  const rows = useMemo(() => {
    const words = searchWords(text);
    return third.rows.filter(({ name, symbol }) => holdsWords(words, [name, symbol]));
  }, [third.rows, text]);
  return useKeptRows(isApart ? { ...third, rows } : joined, asked);
}

export function tokenQuery(id: string) {
  return endpointQuery('getToken', { params: { tokenId: id } });
}

/** One page of tokens out of an answer. Throws an ApiError where it holds no list. */
export function toTokenPage(
  answer: Answer<'listTokens'> | Answer<'searchTokens'>,
  asked: number,
): LoadedPage<TokenRow> {
  const { tokens, page, pages, total } = answer.data;
  const listed = listedPage<TokenRow>(answer, 'tokens', tokens, { page, limit: undefined, total });
  const here = listed.rows.length + listed.unreadable;
  // These lists don't echo the page size, but a page that isn't the last one is full, and none holds more.
  const isFull = page !== undefined && pages !== undefined && page < pages;
  return { ...listed, limit: here > asked || (isFull && here > 0) ? here : undefined };
}
