import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useAllRows } from '#dashboard/api/http/all-rows.ts';
import { screenTest } from '#dashboard/api/tokens/screen.ts';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import {
  asksClassified,
  countTokenFilters,
  NO_FILTER,
  questionOf,
  readTokenFilter,
  statusOf,
  type TokenFilter,
  withTokenFilter,
} from '#dashboard/api/tokens/token-filter.ts';
import { tokenLists, useTokenRows } from '#dashboard/api/tokens/tokens.ts';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { useSortedView } from '#dashboard/list/use-list-view.ts';
import type { Selection } from '#dashboard/table/selection.ts';
import { useTableState } from '#dashboard/table/table-state.ts';
import { WatchFailure } from '#dashboard/table/watch-star.tsx';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { TokenFilters } from './token-filters.tsx';
import { TOKEN_ROWS, TokenCard, tokenColumns, tokenFile, widestPrice } from './tokens-columns.tsx';

interface TokenListProps {
  compared: Selection<TokenRow>;
  /** Leads to tokens of another status. */
  segments: ReactNode;
}

/** The tokens. The service searches them and applies the filters that it knows; the others are applied here. */
export function TokenList({ compared, segments }: TokenListProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { listRows } = useSettings();
  const filter = readTokenFilter(search);
  const question = questionOf(filter, asksClassified(search));
  const { screen } = question;
  const list = useTokenRows(question, listRows);
  const [isOpened, setOpened] = useState(false);
  const classified = useAllRows(tokenLists(questionOf(filter, true)).main, isOpened && listRows);
  const digits = useMemo(() => widestPrice(list.rows), [list.rows]);
  const isSearch = question.endpoint === 'searchTokens';
  const columns = useMemo(() => tokenColumns(isSearch, digits), [isSearch, digits]);
  const table = useTableState(columns);
  const isScreened = Object.keys(screen.choices).length + Object.keys(screen.ranges).length > 0;
  const passes = isScreened ? screenTest(screen) : undefined;
  const view = useSortedView(list, table, { asked: screen, passes });
  const change = (next: TokenFilter, replace = false) =>
    navigate({ search: withTokenFilter(search, next).toString() }, { replace });
  const status = statusOf(filter);
  const noun = status === 'all' ? 'token' : `${status} token`;
  return (
    <ListPage
      {...{ list, view, table, noun }}
      title="Tokens"
      viewKey={search.toString()}
      filtered={countTokenFilters(filter)}
      isFound={
        Object.keys(question.query).some((name) => name !== 'exited' && name !== 'closed') ||
        filter.text !== ''
      }
      clear={() => change({ ...NO_FILTER, status: filter.status })}
      file={{ name: 'tokens', columns: tokenFile }}
      filters={
        <>
          {segments}
          <TokenFilters
            filter={filter}
            rows={isSearch || classified.rows.length === 0 ? list.rows : classified.rows}
            onChange={change}
            loadChoices={() => setOpened(true)}
          />
        </>
      }
      notes={<WatchFailure />}
      footnote={STATUS_NOTES[status]}
      row={{ ...TOKEN_ROWS, selection: compared, card: (token) => <TokenCard token={token} /> }}
      empty={{
        title: status === 'all' ? 'No tokens yet' : `No ${noun}s`,
        text: status === 'all' ? '' : 'Select All to see tokens of every status.',
      }}
    />
  );
}

const STATUS_NOTES = {
  active: 'Exited and closed tokens are under All.',
  exited: 'Exited tokens only.',
  closed: 'Tokens of cancelled deals only.',
  all: 'Includes exited and closed tokens.',
};
