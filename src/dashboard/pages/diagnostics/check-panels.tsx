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
      {lines.length === 0 ? (
        <Nothing>No mismatches so far.</Nothing>
      ) : (
        <SmallTable label="Drift" heads={['Endpoint', 'Field', 'Difference']} figures={['Times']}>
          {lines.slice(0, MOST_SHOWN).map(({ endpoint, kind, field, times }) => (
            <tr key={`${endpoint} ${kind} ${field}`} className="border-hairline border-t">
              <td className={codeClass}>{endpointText(endpoint)}</td>
              <td className={codeClass}>
                <bdi>{fieldText(field)}</bdi>
              </td>
              <td className={cellClass}>{DIFFERENCES[kind]}</td>
              <td className={figureClass}>{formatCount(times)}</td>
            </tr>
          ))}
        </SmallTable>
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
        <SmallTable
          label="Paging"
          heads={['Endpoint', 'Finding']}
          figures={['Confirmed', 'Contradicted', 'No echo']}
        >
          {paging.map(({ endpoint, confirmed, contradicted, silent, last }) => (
            <tr key={endpoint} className="border-hairline border-t">
              <td className={codeClass}>{endpointText(endpoint)}</td>
              <td className={cellClass}>
                {contradicted > 0 ? (
                  <>
                    <Badge tone="warning">Paging not confirmed</Badge>{' '}
                    <span className="text-muted">{clip(last ?? '', 200)}</span>
                  </>
                ) : confirmed > 0 ? (
                  'Confirmed'
                ) : (
                  'Not known'
                )}
              </td>
              <td className={figureClass}>{formatCount(confirmed)}</td>
              <td className={figureClass}>{formatCount(contradicted)}</td>
              <td className={figureClass}>{formatCount(silent)}</td>
            </tr>
          ))}
        </SmallTable>
      )}
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

const cellClass = 'px-4 py-2 align-top';
const codeClass = `${cellClass} font-mono text-label`;
const figureClass = `${cellClass} tabular text-right`;

/** The columns of figures come last. */
function SmallTable(props: { label: string; heads: string[]; figures: string[]; children: ReactNode }) {
  const { label, heads, figures, children } = props;
  return (
    <ScrollFrame label={label} className="max-h-80 overflow-auto">
      <table className="w-full text-table">
        <thead>
          <tr>
            {[...heads, ...figures].map((head) => (
              <th
                key={head}
                scope="col"
                className={`h-8 whitespace-nowrap px-4 font-medium text-label text-muted ${figures.includes(head) ? 'text-right' : 'text-left'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollFrame>
  );
}
