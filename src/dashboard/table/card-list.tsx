import { type ChangeEvent, Suspense } from 'react';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';
import { type CardListProps, type CardsProps, cardAt, cardClass, SkeletonCard } from './card.tsx';
import { type Rows, withoutRest } from './rows.ts';
import { useSelecting } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';

const SKELETON_CARDS = 8;

/** As many cards as are simply all there; of more, those that are in view. */
const PLAIN_CARDS = 60;

const VirtualCards = lazyPart<CardsProps<never>>(() =>
  import('./virtual-cards.tsx').then(
    (module) => module.VirtualCards,
    () => FirstCards,
  ),
);

/** The rows of a table where there is no room for one: a card each. They scroll with the page. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { label, rows, busy, selection, rowId, children } = props;
  const selecting = useSelecting(selection, rows, rowId);
  const chosen = selection?.ids.size ?? 0;
  const isHydrated = useHydrated();
  return (
    <section
      aria-label={label}
      aria-busy={busy || (rows === undefined && !children)}
      className="rounded-panel border border-hairline bg-panel"
      onChange={(event: ChangeEvent<HTMLElement>) => {
        const card = event.target.closest<HTMLElement>('[data-index]');
        if (card && event.target.matches('[type="checkbox"]'))
          selecting.toggle(Number(card.dataset.index), false);
      }}
    >
      {children ??
        (!rows ? (
          <ul className="divide-y divide-hairline">
            <SkeletonCards />
          </ul>
        ) : isHydrated && rows.length > PLAIN_CARDS ? (
          <Suspense fallback={<PlainCards {...props} rows={rows} />}>
            <VirtualCards {...(props as unknown as CardsProps<never>)} rows={rows as Rows<never>} />
          </Suspense>
        ) : (
          <PlainCards {...props} rows={rows} />
        ))}
      {selection && chosen > 0 && (
        <div className="page-foot min-h-14 rounded-b-panel border-hairline border-t bg-accent-soft px-3 py-1.5">
          <SelectionBar count={chosen} selecting={selecting} actions={selection.actions} />
        </div>
      )}
    </section>
  );
}

/** All that is shown of many cards where the code for the others could not be fetched. */
function FirstCards<Row>(props: CardsProps<Row>) {
  return (
    <>
      <PlainCards {...props} />
      <p role="alert" className="border-hairline border-t px-4 py-3 text-danger text-table">
        {withoutRest(props.rows.length - PLAIN_CARDS)}
      </p>
    </>
  );
}

function PlainCards<Row>(props: CardsProps<Row>) {
  const count = Math.min(props.rows.length, PLAIN_CARDS);
  return (
    <ul className={`transition-opacity ${props.busy ? 'opacity-55' : ''}`}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place in the list, as in the table
        <li key={index} data-index={index} className={cardClass}>
          {cardAt(props, index)}
        </li>
      ))}
    </ul>
  );
}

function SkeletonCards() {
  return Array.from({ length: SKELETON_CARDS }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing but their place
    <li key={index}>
      <SkeletonCard />
    </li>
  ));
}
