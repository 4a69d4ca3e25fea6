import { type QueryClient, useQuery } from '@tanstack/react-query';
import Columns2 from 'lucide-react/icons/columns-2';
import { useParams } from 'react-router-dom';
import { asSent } from '#contract/reading.ts';
import { compareAddress } from '#dashboard/api/addresses.ts';
import { isAbsence } from '#dashboard/api/http/api-error.ts';
import { useStandingError } from '#dashboard/api/http/use-standing-error.ts';
import { collateralQuery } from '#dashboard/api/loans/collateral.ts';
import { loanConfigurationQuery } from '#dashboard/api/loans/terms.ts';
import { FIELD_GROUPS, headerOf, TOKEN_FIELDS, type TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { nameOfToken, plainText } from '#dashboard/api/tokens/token-names.ts';
import { tokenQuery } from '#dashboard/api/tokens/tokens.ts';
import { watchlistQuery } from '#dashboard/api/tokens/watchlist.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import { formatSpan, readTimestamp, zoneSentence } from '#dashboard/lib/times.ts';
import { Failed, RefreshFailed, retryOf } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { TokenEnded, TokenImage } from '#dashboard/table/token-image.tsx';
import { TokenValue } from '#dashboard/table/token-value.tsx';
import { WithWatchlist } from '#dashboard/table/watch-star.tsx';
import { Badge } from '#dashboard/ui/badge.tsx';
import { DefinitionPanel } from '#dashboard/ui/definition-list.tsx';
import { Fold } from '#dashboard/ui/fold.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageTitle } from '#dashboard/ui/page-title.tsx';
import { RawJson } from '#dashboard/ui/raw-json.tsx';
import { SkeletonPanel } from '#dashboard/ui/skeleton.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { PledgePanel } from './pledge-panel.tsx';
import { PricesPanel, TokenFigures, WatchPanel } from './token-prices.tsx';

export function loader(client: QueryClient, _search: URLSearchParams, { id = '' }: Record<string, string>) {
  return Promise.all([
    client.prefetchQuery(tokenQuery(id)),
    client.prefetchQuery(loanConfigurationQuery),
    client.prefetchQuery(collateralQuery()),
    client.prefetchQuery(watchlistQuery),
  ]);
}

/** One token: what it is judged by and what it lends first; every field folds away at the end. */
export default function TokenPage() {
  const { id = '' } = useParams();
  const query = useQuery(tokenQuery(id));
  const error = useStandingError(query);
  const now = useNow();
  const token = query.data?.data;
  const { retrying, retry, at } = retryOf(query);
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-3 px-4 py-4 md:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {token && <TokenImage token={token} size="page" />}
        <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
          <PageTitle title={token ? nameOfToken(token) : 'Token'} />
          {token && <UnderTitle token={token} now={now} />}
        </div>
        {token && (
          <div className="flex flex-wrap items-center gap-2">
            <Freshness at={at} refreshing={retrying} />
            <ButtonLink to={compareAddress([id])}>
              <Columns2 size={16} aria-hidden />
              Compare
            </ButtonLink>
          </div>
        )}
      </div>
      {token && error && <RefreshFailed what="token" {...{ error, retrying, retry, at }} />}
      {token && <Found {...{ id, token, now }} />}
      {!token && isAbsence(error) && (
        <Notice title="Token not found" action={<ButtonLink to="/tokens">View tokens</ButtonLink>}>
          Your organisation has no token with the ID {plainText(id, 100)}. Check the link.
        </Notice>
      )}
      {!token && error && !isAbsence(error) && <Failed what="token" {...{ error, retrying, retry }} />}
      {!token && !error && (
        <div aria-busy role="status" aria-label="Loading the token" className="flex flex-col gap-3">
          <SkeletonPanel className="h-22" widths={['w-1/2']} />
          <div className="grid gap-3 lg:grid-cols-[3fr_2fr]">
            {[0, 1].map((place) => (
              <SkeletonPanel key={place} className="h-64" widths={['w-24', 'w-3/4', 'w-2/3', 'w-1/2']} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function Found({ id, token, now }: { id: string; token: TokenRow; now: number }) {
  return (
    <>
      <TokenFigures token={token} />
      <div className="grid items-start gap-3 lg:grid-cols-[3fr_2fr]">
        <PricesPanel token={token} now={now} />
        <div className="flex min-w-0 flex-col gap-3">
          <PledgePanel id={id} token={token} now={now} />
          <WithWatchlist>
            <WatchPanel token={{ ...token, _id: id }} />
          </WithWatchlist>
        </div>
      </div>
      <Fold title="All fields">
        <TokenGroups token={token} />
      </Fold>
      <RawJson value={asSent(token)} name="the token" />
      <p className="text-label text-muted">{zoneSentence(now)}</p>
    </>
  );
}

function UnderTitle({ token, now }: { token: TokenRow; now: number }) {
  const at = token.updatedAt === undefined ? null : readTimestamp(token.updatedAt);
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-table">
      {token.symbol && <bdi className="max-w-60 truncate">{plainText(token.symbol, 60)}</bdi>}
      <TokenEnded token={token} />
      {token.completed_raise !== undefined && (
        <Badge tone={token.completed_raise ? 'neutral' : 'info'}>
          {token.completed_raise ? 'Fully raised' : 'Raising'}
        </Badge>
      )}
      {token.secondaries && <Badge>Secondary trading</Badge>}
      {token.investment_category && (
        <bdi className="max-w-60 truncate">{plainText(token.investment_category, 60)}</bdi>
      )}
      {at !== null && at <= now && <span>updated {formatSpan(now - at)} ago</span>}
    </div>
  );
}

/** Every field of a token, by group, but the one that another says already in the same figures. */
function TokenGroups({ token }: { token: TokenRow }) {
  const itemsOf = (group: string) =>
    TOKEN_FIELDS.filter((field) => field.group === group && field.id !== 'percentage').map((field) => ({
      label: headerOf(field),
      value: <TokenValue {...{ field, token }} />,
      note: field.read(token) === undefined ? undefined : field.formula,
    }));
  return (
    <div className="grid items-start gap-3 p-3 lg:grid-cols-2">
      {[0, 1].map((column) => (
        <div key={column} className="flex min-w-0 flex-col gap-3">
          {FIELD_GROUPS.filter((_, place) => place % 2 === column).map((group) => (
            <DefinitionPanel key={group} title={group} items={itemsOf(group)} />
          ))}
        </div>
      ))}
    </div>
  );
}
