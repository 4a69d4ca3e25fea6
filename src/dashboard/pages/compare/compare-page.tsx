import { type QueryClient, useQueries } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MOST_COMPARED } from '#dashboard/api/addresses.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { nameOfToken, plainText } from '#dashboard/api/tokens/token-names.ts';
import { tokenQuery, useTokenRows } from '#dashboard/api/tokens/tokens.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { useDebounced } from '#dashboard/lib/use-debounced.ts';
import { RefreshFailed, retryOf } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { TokenImage } from '#dashboard/table/token-image.tsx';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { inputClass } from '#dashboard/ui/field.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import { useAhead } from '#dashboard/ui/use-ahead.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import '#dashboard/styles/print.css';
import { type Compared, CompareTable, readIds } from './compare-table.tsx';

export async function loader(client: QueryClient, search: URLSearchParams): Promise<void> {
  await Promise.all(readIds(search).map((id) => client.prefetchQuery(tokenQuery(id))));
}

export default function ComparePage() {
  const [search, setSearch] = useSearchParams();
  const now = useNow();
  const ids = readIds(search);
  const onlyDifferences = search.get('diff') === '1';
  const queries = useQueries({ queries: ids.map(tokenQuery) });
  const compared = queries.map(
    (query, place): Compared => ({ id: ids[place] ?? '', token: query.data?.data, query }),
  );
  const { at, retrying } = retryOf(...queries);
  const [asked, ask] = useAhead(onlyDifferences, (on) =>
    setSearch((before) => withParams(before, { diff: on ? '1' : null }), { replace: true }),
  );
  const setIds = (next: string[]) => setSearch((before) => withParams(before, { ids: next.join(',') }));
  return (
    <div className="print-wide mx-auto flex max-w-400 flex-col gap-3 px-4 py-4 md:px-6 print:p-0">
      <PageHead title="Compare">{ids.length > 0 && <Freshness at={at} refreshing={retrying} />}</PageHead>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-table">
        {ids.length < MOST_COMPARED ? (
          <PopoverButton
            label="Add a token"
            className={buttonClass('primary')}
            panel={(close) => (
              <Finder
                chosen={ids}
                pick={(id) => {
                  setIds([...ids, id]);
                  close();
                }}
              />
            )}
          >
            <Plus size={16} aria-hidden />
            Add a token
          </PopoverButton>
        ) : (
          <span className="text-muted">Six tokens at most. Remove one to add another.</span>
        )}
        <p role="status" className="tabular text-muted">
          {formatCount(ids.length)} of {MOST_COMPARED} tokens
        </p>
        {ids.length > 1 && (
          <Checkbox
            className="inline-flex min-h-8 cursor-pointer items-center gap-2 max-md:min-h-11"
            checked={asked}
            onChange={({ target }) => ask(target.checked)}
          >
            Show differences only
          </Checkbox>
        )}
        {ids.length > 0 && (
          <button
            type="button"
            onClick={() => setIds([])}
            className="inline-flex h-8 items-center gap-1.5 rounded-control px-2 font-medium text-accent-text hover:bg-hover max-md:h-11"
          >
            <X size={14} aria-hidden />
            Clear
          </button>
        )}
      </div>
      <Stale compared={compared} />
      {ids.length === 0 ? (
        <div className="rounded-panel border border-hairline bg-panel">
          <Notice
            title="Nothing to compare yet"
            action={<ButtonLink to="/tokens">Choose from the list</ButtonLink>}
          >
            Add up to {MOST_COMPARED} tokens here, or select them in the list. Share the link to share this
            comparison.
          </Notice>
        </div>
      ) : (
        <CompareTable
          compared={compared}
          onlyDifferences={onlyDifferences && ids.length > 1}
          remove={(id) => setIds(ids.filter((other) => other !== id))}
        />
      )}
      <p className="text-label text-muted">
        {zoneSentence(now)} Amounts are in each token’s own currency; nothing is converted.
      </p>
    </div>
  );
}

/** Says which of the shown tokens could not be refreshed. */
function Stale({ compared }: { compared: readonly Compared[] }) {
  const stale = compared.filter(({ token, query }) => token && query.error);
  const [first] = stale;
  if (!first?.token || !first.query.error) return null;
  return (
    <RefreshFailed
      what={
        stale.length === 1
          ? `figures of ${plainText(nameOfToken(first.token), 60)}`
          : `figures of ${formatCount(stale.length)} tokens`
      }
      error={first.query.error}
      {...retryOf(...stale.map(({ query }) => query))}
    />
  );
}

const MOST_FOUND = 10;

/** Finds a token by its name or symbol, to add it to the others. */
function Finder({ chosen, pick }: { chosen: readonly string[]; pick: (id: string) => void }) {
  const [typed, setTyped] = useState('');
  const text = useDebounced(typed.trim(), 200);
  const { rows, progress, isPrevious } = useTokenRows(
    { endpoint: 'searchTokens', query: {}, text },
    MOST_FOUND,
  );
  const found = rows.slice(0, MOST_FOUND);
  const { error, state, total = rows.length } = progress;
  const more = total - found.length;
  return (
    <div className="w-80 max-w-full p-1">
      <label>
        <span className="mb-1.5 block font-medium">Name or symbol</span>
        <input
          type="search"
          maxLength={200}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={({ key }) => {
            const first = found.find(({ _id }) => !chosen.includes(_id));
            // What is listed may still be what an earlier text found.
            if (key === 'Enter' && first && text === typed.trim() && !isPrevious) pick(first._id);
          }}
          className={inputClass}
        />
      </label>
      <ul className="mt-1.5">
        {found.map((token) => {
          const { _id } = token;
          const isIn = chosen.includes(_id);
          return (
            <li key={_id}>
              <button
                type="button"
                aria-disabled={isIn || undefined}
                onClick={isIn ? undefined : () => pick(_id)}
                className="flex min-h-9 w-full items-center gap-2 rounded-control px-2 py-1 text-left hover:bg-hover aria-disabled:text-muted max-md:min-h-11"
              >
                <TokenImage token={token} />
                <bdi className="min-w-0 flex-1 wrap-anywhere">{nameOfToken(token)}</bdi>
                <bdi className="max-w-24 shrink-0 truncate text-label text-muted">
                  {isIn ? 'added' : plainText(token.symbol ?? '', 40)}
                </bdi>
              </button>
            </li>
          );
        })}
      </ul>
      <p role="status" className="px-2 py-1 text-label text-muted wrap-anywhere">
        {error
          ? explainRead(error)
          : rows.length === 0 && state === 'complete'
            ? 'No matching tokens.'
            : more > 0 && `${countOf(more, 'more token')}. Keep typing to narrow down.`}
      </p>
    </div>
  );
}
