import { Combobox } from '@base-ui/react/combobox';
import { CSPProvider } from '@base-ui/react/csp-provider';
import Search from 'lucide-react/icons/search';
import { type ReactNode, useRef, useState } from 'react';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { inputClass, type Wiring } from '#dashboard/ui/field.tsx';

interface Lookup {
  error: Error | null;
  refetch: () => unknown;
  /** Whether its results are those of the text as it is typed now. */
  isDone: boolean;
}

export interface SearchBoxProps<Item> {
  wiring: Wiring;
  name: string;
  placeholder: string;
  disabled?: boolean;
  text: string;
  onText: (text: string) => void;
  /** The matches as the list shows them; the search itself is the caller's. */
  items: readonly Item[];
  keyOf: (item: Item) => string;
  labelOf: (item: Item) => string;
  row: (item: Item) => ReactNode;
  onPick: (item: Item) => void;
  /** Whether Enter picks the first of them without an arrow key; otherwise one has to be chosen. */
  preselects?: boolean;
  /** A search at the service. Until it is done, how far it is replaces the status. */
  lookup?: Lookup | undefined;
  /** Above the results: how far looking has come, that it failed, that nothing fits. Never left out. */
  status: ReactNode;
}

/** What results keep clear of, in pixels: the window's edges, and the bar at a page's foot. */
const ROOM = { top: 12, right: 12, bottom: 80, left: 12 };

/** The field of a search with its results, on Base UI. */
export function SearchBox<Item>(props: SearchBoxProps<Item>) {
  const { wiring, name, placeholder, disabled, text, onText, items, preselects = true } = props;
  const { keyOf, labelOf, row, onPick, lookup, status } = props;
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen && (items.length > 0 || text.trim() !== '');
  return (
    <CSPProvider disableStyleElements>
      <Combobox.Root<Item>
        items={items}
        filter={null}
        open={isShown}
        onOpenChange={(next, { event, cancel }) => {
          // Enter before there is a result picks nothing, and the list stays for the result to come into.
          if (!next && event instanceof KeyboardEvent && event.key === 'Enter') cancel();
          else setOpen(next);
        }}
        autoHighlight={preselects}
        // The list opens and changes under a pointer at rest: that is no word on what Enter picks.
        highlightItemOnHover={false}
        value={null}
        inputValue={text}
        disabled={disabled}
        itemToStringLabel={labelOf}
        isItemEqualToValue={(a, b) => keyOf(a) === keyOf(b)}
        onInputValueChange={(value, { reason, event }) => {
          // The field shows what is typed, not what was picked.
          if (reason === 'input-change' || (reason === 'input-clear' && event.type === 'input'))
            onText(value);
        }}
        onValueChange={(item) => {
          if (item === null) return;
          onPick(item);
          setOpen(false);
        }}
      >
        <div className="relative">
          <Search
            size={16}
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
          />
          <Combobox.Input
            {...wiring}
            data-field={name}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            // Another window in front is no reason to close what is being chosen from.
            onBlur={() => document.hasFocus() && setOpen(false)}
            onKeyDown={(event) => {
              // Enter picks a result or does nothing; it never sends the form round it.
              if (event.key === 'Enter') event.preventDefault();
            }}
            className={`${inputClass} pl-9 disabled:text-muted`}
          />
        </div>
        <div ref={place} />
        {isShown && (
          <Combobox.Portal container={place}>
            <Combobox.Positioner sideOffset={4} collisionPadding={ROOM} className="z-30">
              {/* No Popup round it: that would hide the rest of the page, the field's own label too, while it is open. */}
              {/* biome-ignore lint/a11y/noStaticElementInteractions: a press in it must not take the focus away */}
              <div
                onMouseDown={(event) => event.preventDefault()}
                className="w-(--anchor-width) overflow-hidden rounded-panel border border-hairline bg-raised text-table shadow-float"
              >
                <Combobox.Status className="border-hairline border-b px-3 py-1.5 text-label text-muted empty:hidden">
                  {lookup ? <Looked {...lookup}>{status}</Looked> : status}
                </Combobox.Status>
                <Combobox.List
                  aria-label={placeholder}
                  className="max-h-[max(9rem,min(20rem,calc(var(--available-height)-2.5rem)))] overflow-y-auto overscroll-contain py-1 empty:hidden"
                >
                  {(item: Item) => (
                    <Combobox.Item
                      key={keyOf(item)}
                      value={item}
                      className="mx-1 cursor-default rounded-control px-2 py-1.5 hover:bg-active/50 data-highlighted:bg-active max-md:min-h-11"
                    >
                      {row(item)}
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </div>
            </Combobox.Positioner>
          </Combobox.Portal>
        )}
      </Combobox.Root>
    </CSPProvider>
  );
}

function Looked({ error, refetch, isDone, children }: Lookup & { children: ReactNode }) {
  if (!error) return isDone ? children : 'Searching…';
  return (
    <span className="text-danger">
      {explainRead(error)}{' '}
      <button type="button" className="underline" onClick={() => refetch()}>
        Retry
      </button>
    </span>
  );
}
