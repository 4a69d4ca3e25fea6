import { Fragment, type ReactNode } from 'react';
import { contract, type EndpointName } from '#contract/contract.ts';
import type { Diagnostics, DriftLine } from '#dashboard/api/http/diagnostics.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { withoutSecrets } from '#dashboard/lib/redact.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { ScrollFrame } from '#dashboard/ui/scroll-frame.tsx';

const DIFFERENCES: Record<DriftLine['kind'], string> = {
  missing: 'missing',
  added: 'not in the specification',
  type: 'of another type',
  form: 'in another format',
};

/** How many are shown; the export has all of them. */
const MOST_SHOWN = 100;

const endpointText = (name: EndpointName) => `${contract[name].method} ${contract[name].path}`;
/** A field's name comes from the service and can be any text. */
const fieldText = (field: string) => clip(withoutSecrets(field), 200) || 'the whole response';

/** How responses differed from the API specification, with counts. No difference breaks a page. */
export function DriftPanel({ drift }: Pick<Diagnostics, 'drift'>) {
  const lines = drift.toSorted((a, b) => b.times - a.times);
  return (
    <Panel
      title="API schema checks"
      aside={lines.length > 0 && <ExportButton name="drift" columns={driftCsv} rows={lines} isOwn />}
    >
      <SmallTable
        label="Drift"
        none="No mismatches so far."
        heads={['Endpoint', 'Field', 'Difference', 'Times']}
        rows={lines.slice(0, MOST_SHOWN).map(({ endpoint, kind, field, times }) => [
          <code key="endpoint">{endpointText(endpoint)}</code>,
          <code key="field">
            <bdi>{fieldText(field)}</bdi>
          </code>,
          DIFFERENCES[kind],
          times,
        ])}
      />
      {lines.length > MOST_SHOWN && (
        <Nothing>
          And {countOf(lines.length - MOST_SHOWN, 'further difference')}: the export has them all.
        </Nothing>
      )}
    </Panel>
  );
}

/** Whether the page that a response echoes is the page that was requested. */
export function PagingPanel({ paging }: Pick<Diagnostics, 'paging'>) {
  return (
    <Panel title="Pagination checks">
      <SmallTable
        label="Paging"
        none="No paged requests yet."
        heads={['Endpoint', 'Finding', 'Confirmed', 'Contradicted', 'No echo']}
        rows={paging.map(({ endpoint, confirmed, contradicted, silent, last }) => [
          <code key="endpoint">{endpointText(endpoint)}</code>,
          contradicted > 0 ? (
            <Fragment key="finding">
              <Badge tone="warning">Paging not confirmed</Badge>{' '}
              <span className="text-muted">{clip(last ?? '', 200)}</span>
            </Fragment>
          ) : (
            (confirmed > 0 && 'Confirmed') || 'Not known'
          ),
          ...[confirmed, contradicted, silent],
        ])}
      />
    </Panel>
  );
}

const driftCsv: FileColumn<DriftLine>[] = [
  { heading: 'Endpoint', cell: ({ endpoint }) => endpointText(endpoint) },
  { heading: 'Field', cell: ({ field }) => withoutSecrets(field) },
  { heading: 'Difference', cell: ({ kind }) => DIFFERENCES[kind] },
  { heading: 'Times', cell: ({ times }) => times },
];

function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-4 py-3 text-muted text-table">{children}</p>;
}

interface SmallTableProps {
  label: string;
  /** Said if there are no rows. */
  none: string;
  heads: string[];
  /** The cells of each row, of which the first names it; numbers are aligned as figures. */
  rows: ReactNode[][];
}

function SmallTable({ label, none, heads, rows }: SmallTableProps) {
  const [first] = rows;
  if (!first) return <Nothing>{none}</Nothing>;
  const side = (place: number) => (typeof first[place] === 'number' ? 'tabular text-right' : 'text-left');
  return (
    <ScrollFrame label={label} className="max-h-80 overflow-auto">
      <table className="w-full text-table">
        <thead>
          <tr>
            {heads.map((head, place) => (
              <th
                key={head}
                scope="col"
                className={`h-8 whitespace-nowrap px-4 font-medium text-label text-muted ${side(place)}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state
            <tr key={row} className="border-hairline border-t">
              {cells.map((cell, place) => (
                <td key={heads[place]} className={`px-4 py-2 align-top ${side(place)} [&>code]:text-label`}>
                  {typeof cell === 'number' ? formatCount(cell) : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}
