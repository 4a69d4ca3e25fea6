import type { UseQueryResult } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { MOST_COMPARED, tokenAddress } from '#dashboard/api/addresses.ts';
import { isAbsence } from '#dashboard/api/http/api-error.ts';
import type { Answer } from '#dashboard/api/http/client.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { useStandingError } from '#dashboard/api/http/use-standing-error.ts';
import {
  FIELD_GROUPS,
  headerOf,
  TOKEN_FIELDS,
  type TokenField,
  type TokenRow,
} from '#dashboard/api/tokens/token-fields.ts';
import { percentOf } from '#dashboard/api/tokens/token-figures.ts';
import { nameOfToken, plainText } from '#dashboard/api/tokens/token-names.ts';
import { formatAmount } from '#dashboard/lib/figures.ts';
import { TokenImage } from '#dashboard/table/token-image.tsx';
import { TokenValue } from '#dashboard/table/token-value.tsx';
import { Button, IconButton } from '#dashboard/ui/button.tsx';
import { ScrollFrame } from '#dashboard/ui/scroll-frame.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';

/** A token that is compared, if it has been loaded. */
export interface Compared {
  id: string;
  token: TokenRow | undefined;
  query: UseQueryResult<Answer<'getToken'>>;
}

interface CompareTableProps {
  compared: readonly Compared[];
  onlyDifferences: boolean;
  remove: (id: string) => void;
}

const label =
  'sticky left-0 z-10 border-hairline border-b bg-panel px-4 py-2 text-left font-normal text-muted max-md:max-w-32 max-md:px-3 print:static print:min-w-0 print:px-1';

/** A column for each token, a row for each field. Differences are marked by a word for screen readers, too. */
export function CompareTable({ compared, onlyDifferences, remove }: CompareTableProps) {
  const here = compared.flatMap(({ token }) => token ?? []);
  const groups = compareTokens(here)
    .map(({ group, rows }) => ({
      group,
      rows: onlyDifferences ? rows.filter(({ differs }) => differs) : rows,
    }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <ScrollFrame
      label="Tokens side by side"
      className="relative scroll-pl-34 overflow-x-auto rounded-panel border border-hairline bg-panel md:scroll-pl-60"
    >
      <table className="w-full border-separate border-spacing-0 text-table print:table-fixed">
        <thead>
          <tr>
            <td className={`${label} min-w-44 max-md:min-w-28 print:min-w-0`} />
            {compared.map((each) => (
              <th
                key={each.id}
                scope="col"
                className="min-w-52 border-hairline border-b px-3 py-3 print:min-w-0 print:px-1 text-left align-top font-normal"
              >
                <Head {...each} remove={() => remove(each.id)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ group, rows }) => (
            <Fragment key={group}>
              <tr>
                <th scope="rowgroup" className={`${label} bg-page! font-medium! text-label text-text!`}>
                  {group}
                </th>
                <td colSpan={compared.length} className="border-hairline border-b bg-page" />
              </tr>
              {rows.map(({ field, differs }) => (
                <tr key={field.id}>
                  <th scope="row" title={field.formula} className={label}>
                    {headerOf(field)}
                    {differs && <span className="sr-only">, differs</span>}
                  </th>
                  {compared.map(({ id, token }) => (
                    <td
                      key={id}
                      className={`max-w-80 border-hairline border-b px-3 py-2 print:px-1 print:wrap-anywhere ${FIGURES.has(field.kind) ? 'tabular text-right' : ''} ${differs && !onlyDifferences ? 'bg-accent-soft' : ''}`}
                    >
                      {token && <Value {...{ field, token }} alignTo={digitsOf(field, here)} />}
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      {groups.length === 0 && !compared.some(({ query }) => query.isPending) && (
        <p role="status" className="sticky left-0 px-4 py-8 text-center text-muted">
          {here.length > 1 ? 'These tokens are the same in every field.' : 'Add another token to compare.'}
        </p>
      )}
    </ScrollFrame>
  );
}

const FIGURES: ReadonlySet<TokenField['kind']> = new Set(['money', 'figure', 'share']);

/** The fraction digits of the widest amount of a row, so that the decimal points line up. */
function digitsOf({ kind, read }: TokenField, tokens: readonly TokenRow[]): number {
  if (kind !== 'money') return 0;
  return tokens.reduce((widest, token) => {
    const value = read(token);
    if (typeof value !== 'number') return widest;
    return Math.max(widest, formatAmount(value, token.currency).fraction.length - 1);
  }, 0);
}

function Value({ field, token, alignTo }: { field: TokenField; token: TokenRow; alignTo: number }) {
  if (field.read(token) !== undefined) return <TokenValue {...{ field, token, alignTo }} />;
  return <span className="text-muted">{field.formula ? 'can’t be calculated' : 'not returned'}</span>;
}

function Head({ id, token, query, remove }: Compared & { remove: () => void }) {
  const error = useStandingError(query);
  const name = token ? nameOfToken(token) : plainText(id, 40);
  return (
    <div className="flex min-h-14 items-start gap-2">
      {token && <TokenImage token={token} size="card" />}
      <div className="min-w-0 flex-1 wrap-anywhere">
        {token ? (
          <>
            <Link to={tokenAddress(id)} className="font-medium text-accent-text hover:underline">
              <bdi>{plainText(name, 60)}</bdi>
            </Link>
            <bdi className="block truncate text-label text-muted">{plainText(token.symbol ?? '', 40)}</bdi>
          </>
        ) : error ? (
          <div role="alert">
            <p className="font-medium">{isAbsence(error) ? 'No such token' : 'Not loaded'}</p>
            <p className="text-label text-muted">{isAbsence(error) ? name : explainRead(error)}</p>
            {!isAbsence(error) && (
              <Button busy={query.isFetching} onClick={() => void query.refetch()} className="mt-2 h-8!">
                Retry
              </Button>
            )}
          </div>
        ) : (
          <span role="status" aria-label={`Loading ${name}`}>
            <Skeleton className="w-32" />
          </span>
        )}
      </div>
      <IconButton
        label={`Remove ${name}`}
        icon={<X size={14} aria-hidden />}
        onClick={remove}
        className="-mt-1 -mr-1 size-7 print:hidden"
      />
    </div>
  );
}

/** The ids of an address, each once, as many as are compared. An id may hold anything but a comma. */
export function readIds(search: URLSearchParams): string[] {
  const ids = search.getAll('ids').slice(0, 20).join(',').slice(0, 2_000).split(',');
  const sound = ids.map((id) => id.trim()).filter((id) => id.length <= 100 && !/^\.*$/.test(id));
  return [...new Set(sound)].slice(0, MOST_COMPARED);
}

/** Every field, by group, and whether the tokens differ in it by more than rounding, or only some have a value. */
export function compareTokens(tokens: readonly TokenRow[]) {
  return FIELD_GROUPS.map((group) => ({
    group,
    rows: TOKEN_FIELDS.filter((field) => field.group === group).map((field) => ({
      field,
      differs: !OWN_FIELDS.has(field.id) && new Set(tokens.map((token) => said(field, token))).size > 1,
    })),
  }));
}

/** Fields that are different for every token, so that a difference in them says nothing. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['_id', 'reference']);

/** A token's value of a field, as a text that is the same if the values are, to rounding; money with its currency. */
function said({ kind, read }: TokenField, token: TokenRow): string {
  const value = read(token);
  if (value === undefined) return '';
  const rounded = typeof value === 'number' ? roundedTo(kind, value) : value;
  return JSON.stringify(kind === 'money' ? [rounded, token.currency] : [rounded]);
}

/** A share as it is shown; any other figure without the digits of its storage. */
function roundedTo(kind: TokenField['kind'], value: number): number {
  return kind === 'share' ? percentOf(value) : Number(value.toPrecision(12));
}
