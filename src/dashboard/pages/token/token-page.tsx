import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Columns2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { asSent } from '#contract/reading.ts';
import { isAbsence } from '#dashboard/api/http/api-error.ts';
import { useStandingError } from '#dashboard/api/http/use-standing-error.ts';
import { compareAddress } from '#dashboard/api/tokens/token-addresses.ts';
import {
  type FieldGroup,
  TOKEN_FIELDS,
  type TokenField,
  type TokenRow,
} from '#dashboard/api/tokens/token-fields.ts';
import { nameOfToken, plainText } from '#dashboard/api/tokens/token-names.ts';
import { tokenQuery } from '#dashboard/api/tokens/tokens.ts';
import { watchlistQuery } from '#dashboard/api/tokens/watchlist.ts';
import { formatSpan, readTimestamp, zoneSentence } from '#dashboard/lib/times.ts';
import { Failed, RefreshFailed } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { TokenImage } from '#dashboard/table/token-image.tsx';
import { TokenValue } from '#dashboard/table/token-value.tsx';
import { Badge } from '#dashboard/ui/badge.tsx';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { DefinitionList } from '#dashboard/ui/definition-list.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageTitle } from '#dashboard/ui/page-title.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { RawJson } from '#dashboard/ui/raw-json.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { PledgePanel } from './pledge-panel.tsx';
import { PricesPanel } from './prices-panel.tsx';
import { WatchPanel } from './watch-panel.tsx';

export async function loader(
  client: QueryClient,
  _search: URLSearchParams,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  await Promise.all([
    client.prefetchQuery(tokenQuery(params.id ?? '')),
    client.prefetchQuery(watchlistQuery),
  ]);
}

/** One token: everything that the service says of it. */
export default function TokenPage() {
  const { id = '' } = useParams();
  const query = useQuery(tokenQuery(id));
  const { data: answer, isFetching, dataUpdatedAt, refetch } = query;
  const error = useStandingError(query);
  const now = useNow();
  const retry = () => void refetch();
  const token = answer?.data;
  if (!token) {
    return (
      <Frame title="Token">
        {isAbsence(error) ? (
          <NoSuchToken id={id} />
        ) : error ? (
          <Failed what="token" error={error} retrying={isFetching} retry={retry} />
        ) : (
          <Waiting />
        )}
      </Frame>
    );
  }
  return (
    <Frame
      title={nameOfToken(token)}
      before={<TokenImage token={token} size="page" />}
      under={<UnderTitle token={token} now={now} />}
      actions={
        <>
          <Freshness at={dataUpdatedAt} refreshing={isFetching} refresh={retry} />
          <Link to={compareAddress([id])} className={buttonClass()}>
            <Columns2 size={16} aria-hidden />
            Compare
          </Link>
        </>
      }
    >
      {error && (
        <RefreshFailed what="token" error={error} retrying={isFetching} retry={retry} at={dataUpdatedAt} />
      )}
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3">
          <PricesPanel token={token} now={now} />
          <PledgePanel token={token} now={now} />
          <WatchPanel token={{ ...token, _id: id }} />
          <GroupPanel group="Limits" token={token} />
          <GroupPanel group="Supply" token={token} />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <GroupPanel group="Raise" token={token} />
          <GroupPanel group="Terms" token={token} />
          <GroupPanel group="Fees" token={token} />
          <GroupPanel group="Access" token={token} />
          <GroupPanel group="Dates" token={token} />
          <GroupPanel group="Identity" token={token} />
        </div>
      </div>
      <RawJson value={asSent(token)} name="the token" />
      <p className="text-label text-muted">
        {zoneSentence(now)} Figures without a unit are as the service gives them.
      </p>
    </Frame>
  );
}

interface FrameProps {
  title: string;
  before?: ReactNode;
  under?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

function Frame({ title, before, under, actions, children }: FrameProps) {
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-3 px-4 py-4 md:px-6">
      <nav aria-label="Where this stands" className="text-table">
        <Link
          to="/tokens"
          className="text-accent-text hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          Tokens
        </Link>
      </nav>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {before}
        <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
          <PageTitle>{title}</PageTitle>
          {under}
        </div>
        <div className="flex flex-wrap items-center gap-2">{actions}</div>
      </div>
      {children}
    </div>
  );
}

function UnderTitle({ token, now }: { token: TokenRow; now: number }) {
  const at = token.updatedAt === undefined ? null : readTimestamp(token.updatedAt);
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-table">
      {token.symbol && <bdi className="max-w-60 truncate">{plainText(token.symbol, 60)}</bdi>}
      {token.exited && <Badge tone="warning">Exited</Badge>}
      {token.cancelled && <Badge tone="danger">Cancelled</Badge>}
      {token.completed_raise !== undefined && (
        <Badge tone={token.completed_raise ? 'neutral' : 'info'}>
          {token.completed_raise ? 'Raise completed' : 'Raising'}
        </Badge>
      )}
      {token.secondaries && <Badge>Secondaries</Badge>}
      {at !== null && at <= now && <span>updated {formatSpan(now - at)} ago</span>}
    </div>
  );
}

function NoSuchToken({ id }: { id: string }) {
  return (
    <Notice
      title="There is no such token"
      action={
        <Link to="/tokens" className={buttonClass()}>
          Find another
        </Link>
      }
    >
      The service knows no token with the id {plainText(id, 100)}, or it isn’t one of your organisation’s.
    </Notice>
  );
}

function Waiting() {
  return (
    <div aria-busy role="status" aria-label="The token is on its way" className="grid gap-3 lg:grid-cols-2">
      {[14, 10, 8, 8].map((lines, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing but their place
        <div key={place} className="flex flex-col gap-4 rounded-panel border border-hairline bg-panel p-4">
          {Array.from({ length: lines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing but their place
            <Skeleton key={line} className={line % 2 ? 'w-2/3' : 'w-1/2'} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** What a token says in the fields of a group. */
function GroupPanel({ group, token }: { group: FieldGroup; token: TokenRow }) {
  const fields = TOKEN_FIELDS.filter((field) => field.group === group);
  return (
    <Panel title={group}>
      <div className="px-4 py-1">
        <DefinitionList
          items={fields.map((field) => ({
            label: field.label,
            value: <TokenValue {...{ field, token }} />,
            note: noteOf(field, token),
          }))}
        />
      </div>
    </Panel>
  );
}

function noteOf({ formula, read }: TokenField, token: TokenRow) {
  return formula && read(token) !== undefined ? formula : undefined;
}
