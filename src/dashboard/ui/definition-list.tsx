import type { ReactNode } from 'react';
import { Panel } from './panel.tsx';

export interface Definition {
  label: string;
  value: ReactNode;
  /** What the value means, under it. */
  note?: ReactNode;
}

/** Names and their values, one a line; side by side if there is room. A name without a value is left out. */
export function DefinitionList({ items }: { items: readonly Definition[] }) {
  const line = 'grid items-baseline gap-x-4 gap-y-0.5 py-2 print:py-1 @sm:grid-cols-[minmax(8rem,11rem)_1fr]';
  return (
    <dl className="@container divide-y divide-hairline">
      {items.map(
        ({ label, value, note }) =>
          value && (
            <div key={label} className={line}>
              <dt className="text-muted text-table">{label}</dt>
              <dd className="min-w-0 text-table wrap-anywhere">
                {value}
                {note && <div className="mt-0.5 text-label text-muted">{note}</div>}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Names and their values as a part of a page under a heading. */
export function DefinitionPanel(props: { title: string; aside?: ReactNode; items: readonly Definition[] }) {
  const { items, ...head } = props;
  return (
    <Panel {...head}>
      <div className="px-4 py-1">
        <DefinitionList items={items} />
      </div>
    </Panel>
  );
}
