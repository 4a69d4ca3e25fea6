import type { ReactNode } from 'react';
import { contract, type EndpointName } from '#contract/contract.ts';
import type { Diagnostics, DriftLine } from '#dashboard/api/http/diagnostics.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { withoutSecrets } from '#dashboard/lib/redact.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { type SmallColumn, SmallTable } from '#dashboard/ui/small-table.tsx';

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
      {lines.length === 0 ? (
        <Nothing>No mismatches so far.</Nothing>
      ) : (
        <SmallTable
          label="Drift"
          className="max-h-80"
          rows={lines.slice(0, MOST_SHOWN)}
          keyOf={({ endpoint, kind, field }) => `${endpoint} ${kind} ${field}`}
          columns={driftColumns}
        />
      )}
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
      {paging.length === 0 ? (
        <Nothing>No paged requests yet.</Nothing>
      ) : (
        <SmallTable label="Paging" rows={paging} keyOf={({ endpoint }) => endpoint} columns={pagingColumns} />
      )}
    </Panel>
  );
}

const driftColumns: SmallColumn<DriftLine>[] = [
  { head: 'Endpoint', cell: ({ endpoint }) => <code className="text-label">{endpointText(endpoint)}</code> },
  {
    head: 'Field',
    cell: ({ field }) => (
      <code className="text-label">
        <bdi>{fieldText(field)}</bdi>
      </code>
    ),
  },
  { head: 'Difference', cell: ({ kind }) => DIFFERENCES[kind] },
  { head: 'Times', isFigure: true, cell: ({ times }) => formatCount(times) },
];

type PagingLine = Diagnostics['paging'][number];

const pagingColumns: SmallColumn<PagingLine>[] = [
  { head: 'Endpoint', cell: ({ endpoint }) => <code className="text-label">{endpointText(endpoint)}</code> },
  { head: 'Finding', cell: findingOf },
  { head: 'Confirmed', isFigure: true, cell: ({ confirmed }) => formatCount(confirmed) },
  { head: 'Contradicted', isFigure: true, cell: ({ contradicted }) => formatCount(contradicted) },
  { head: 'No echo', isFigure: true, cell: ({ silent }) => formatCount(silent) },
];

function findingOf({ confirmed, contradicted, last }: PagingLine): ReactNode {
  if (contradicted === 0) return confirmed > 0 ? 'Confirmed' : 'Not known';
  return (
    <>
      <Badge tone="warning">Paging not confirmed</Badge>{' '}
      <span className="text-muted">{clip(last ?? '', 200)}</span>
    </>
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
