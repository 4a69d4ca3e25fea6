import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Big } from 'big.js';
import { Link } from 'react-router-dom';
import { collateralCover } from '#contract/collateral.ts';
import type { LoanConfiguration } from '#contract/loans.ts';
import { minorDigits } from '#contract/money.ts';
import { asSent, type Seen } from '#contract/reading.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { useStanding } from '#dashboard/api/http/use-standing-error.ts';
import { graceText, loanConfigurationQuery } from '#dashboard/api/loans/terms.ts';
import { tokensAddress } from '#dashboard/api/tokens/token-filter.ts';
import { amountText, countOf, formatCount, formatRate } from '#dashboard/lib/figures.ts';
import { limitText } from '#dashboard/lib/percent.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Failed, retryOf, StaleRecord } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { DefinitionPanel } from '#dashboard/ui/definition-list.tsx';
import { known, knownId, knownText, knownTime } from '#dashboard/ui/known.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { RawJson } from '#dashboard/ui/raw-json.tsx';
import { SkeletonPanel } from '#dashboard/ui/skeleton.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { LimitsPanel } from './limits-panel.tsx';

type Terms = Seen<LoanConfiguration>;

export function loader(client: QueryClient): Promise<void> {
  return client.prefetchQuery(loanConfigurationQuery);
}

export default function TermsPage() {
  const terms = useStanding(useQuery(loanConfigurationQuery));
  const { data, error, isFetching, dataUpdatedAt, refetch } = terms;
  const now = useNow();
  const none = !data && error instanceof ApiError && error.kind === 'not-found';
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-3 px-4 py-4 md:px-6">
      <PageHead title="Terms">
        <Freshness at={data ? dataUpdatedAt : 0} refreshing={isFetching} />
      </PageHead>
      {none && (
        <Notice
          title="You have no lending terms yet"
          action={
            <Button busy={isFetching} onClick={() => refetch()}>
              Refresh
            </Button>
          }
        >
          Your administrator can set them up. Until then no loan can be created.
        </Notice>
      )}
      {error && !none && !data && <Failed what="terms" error={error} {...retryOf(terms)} />}
      <StaleRecord what="terms" query={terms} />
      {data && (
        <div className="grid items-start gap-3 xl:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-3">
            <LimitsPanel limits={data.data.max_amount} />
            <CollateralPanel terms={data.data} />
            <RawJson value={asSent(data.data)} name="these terms" />
          </div>
          <TermsFields terms={data.data} />
        </div>
      )}
      {!data && !error && (
        <div aria-busy className="grid gap-3 xl:grid-cols-2">
          {[0, 1].map((place) => (
            <SkeletonPanel key={place} className="h-100" widths={['w-32', 'w-3/4', 'w-2/3', 'w-1/2']} />
          ))}
        </div>
      )}
      {data && <p className="text-label text-muted">{zoneSentence(now)}</p>}
    </div>
  );
}

function CollateralPanel({ terms }: { terms: Terms }) {
  const { collateral_ratio: ratio, investment_categories: categories, max_amount } = terms;
  const meaning = ratio === undefined ? null : ratioMeaning(ratio, Object.keys(max_amount ?? {})[0] ?? 'NGN');
  return (
    <Panel title="Collateral">
      <div className="flex flex-col gap-3 px-4 py-3 text-table">
        <div>
          <p className="text-muted">Maximum LTV</p>
          <p className="tabular font-medium text-section">
            {ratio === undefined ? (
              <Unknown reason="No ratio was provided." />
            ) : (
              (meaning?.limit ?? formatCount(ratio))
            )}
          </p>
          {meaning && (
            <>
              <p className="mt-1">{meaning.sentence}</p>
              <p className="mt-1 text-muted">Example: {meaning.example}</p>
            </>
          )}
          {ratio !== undefined && !meaning && (
            <p className="mt-1 text-muted">The ratio must be above 0, so this one can’t be applied.</p>
          )}
        </div>
        <div>
          <p className="mb-1 text-muted">Eligible collateral</p>
          {categories === undefined && <Unknown reason="No categories were provided." />}
          {categories?.length === 0 && <p>None: no token can be pledged under these terms.</p>}
          <ul aria-label="Accepted categories" className="flex flex-wrap gap-1.5">
            {[...new Set(categories ?? [])].map((category) => (
              <li key={category}>
                <Link
                  to={tokensAddress({ choices: { investment_category: [category] } })}
                  title="Tokens of this category"
                  className="inline-flex items-center text-accent-text hover:underline max-md:min-h-11"
                >
                  <Badge>{clip(category, 100)}</Badge>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Panel>
  );
}

const EXAMPLE_AMOUNT = '700000';

/**
 * What a collateral ratio asks for in words, with an example in a currency that is worked out by the contract's own
 * rule; null where it can't be a ratio.
 */
function ratioMeaning(ratio: number, currency: string) {
  if (!(ratio > 0) || !Number.isFinite(ratio)) return null;
  const money = (amount: string) => `${amountText(amount, currency)} ${currency}`;
  const cover = collateralCover('0', [{ quantity: '1000000', sellPrice: 1 }], ratio);
  // Rounded so that the terms hold for the example itself.
  const digits = minorDigits(currency);
  const lent = money(new Big(cover.highestAmount).toFixed(digits, Big.roundDown));
  const limit = limitText(cover.loanToValueLimit);
  if (ratio <= 1) {
    return {
      limit,
      sentence: `You can lend up to ${limit} of the collateral’s value at sell prices.`,
      example: `${money('1000000')} of tokens supports a loan of up to ${lent}.`,
    };
  }
  const asked = new Big(EXAMPLE_AMOUNT).times(ratio).toFixed(digits, Big.roundUp);
  return {
    limit,
    sentence: `The collateral must be worth at least ${formatRate(ratio)} of the loan at sell prices. You can lend up to ${limit} of its value.`,
    example: `A loan of ${money(EXAMPLE_AMOUNT)} needs at least ${money(asked)} of tokens; ${money('1000000')} of tokens supports up to ${lent}.`,
  };
}

function TermsFields({ terms }: { terms: Terms }) {
  const { creditor, grace_period: grace, grace_period_unit: unit } = terms;
  return (
    <DefinitionPanel
      title="Details"
      items={[
        { label: 'Creditor', value: knownText(creditor?.name, 'creditor', 200) },
        { label: 'Creditor ID', value: knownId(creditor?.id, 'creditor ID') },
        { label: 'Configuration ID', value: knownId(terms.id, 'configuration ID') },
        {
          label: 'Longest term',
          value: known(terms.duration, 'term', (months) => countOf(months, 'month')),
        },
        {
          label: 'Monthly interest rate',
          value: known(terms.interest_rate, 'rate', formatRate),
          note: 'Simple interest for each month of the term.',
        },
        {
          label: 'Grace period',
          value: known(grace, 'grace period', (length) => graceText(length, unit)),
          note: 'Days after the due date before a loan is past grace.',
        },
        {
          label: 'API access',
          value: known(terms.use_api, 'value', (flag) => (flag ? 'Enabled' : 'Disabled')),
        },
        {
          label: 'Provider',
          value: known(terms.provider_url, 'address', (url) => <ProviderAddress url={url} />),
        },
        { label: 'Created', value: knownTime(terms.created_at) },
        { label: 'Last updated', value: knownTime(terms.updated_at) },
      ]}
    />
  );
}

/** An address that the service gave: led to only over https, and without a word about where from. */
function ProviderAddress({ url }: { url: string }) {
  if (url === '') return <Unknown reason="The service gave an empty address." />;
  const text = <bdi className="wrap-anywhere">{clip(url, 300)}</bdi>;
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') return text;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener" className="text-accent-text hover:underline">
      {text}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
