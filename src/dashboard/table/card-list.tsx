import type { ReactNode } from 'react';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';

interface CardListProps<Row> {
  label: string;
  rows: Row[] | undefined;
  busy: boolean;
  card: (row: Row) => ReactNode;
  children?: ReactNode;
}

const SKELETON_CARDS = 8;

/** The rows of a table where there is no room for one: a card each. */
export function CardList<Row>({ label, rows, busy, card, children }: CardListProps<Row>) {
  return (
    <section
      aria-label={label}
      aria-busy={busy || rows === undefined}
      className="rounded-panel border border-hairline bg-panel"
    >
      {children ?? (
        <ul className={`divide-y divide-hairline transition-opacity ${busy ? 'opacity-55' : ''}`}>
          {rows?.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place in the list, as in the table
            <li key={index} className="px-4 py-3">
              {card(row)}
            </li>
          )) ?? <SkeletonCards />}
        </ul>
      )}
    </section>
  );
}

function SkeletonCards() {
  return Array.from({ length: SKELETON_CARDS }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing but their place
    <li key={index} className="flex flex-col gap-4 px-4 py-4">
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/2" />
    </li>
  ));
}
