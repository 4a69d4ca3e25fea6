import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { useAhead } from '#dashboard/ui/use-ahead.ts';
import { type ColumnChoice, columnsUnasked } from './table-state.ts';

/** The columns with a checkbox each, those that are shown in their order first; the rest after them. */
export function ColumnPanel<Row>({ choice }: { choice: ColumnChoice<Row> }) {
  const { all } = choice;
  const [shown, onChange] = useAhead(choice.shown, choice.onChange);
  const columns = [
    ...shown.flatMap((id) => all.find((column) => column.id === id) ?? []),
    ...all.filter(({ id }) => !shown.includes(id)),
  ];

  const toggle = (id: string) =>
    onChange(shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id]);
  const move = (id: string, by: -1 | 1) => {
    const from = shown.indexOf(id);
    const to = from + by;
    if (from < 0 || to < 0 || to >= shown.length) return;
    onChange(shown.with(from, shown[to] as string).with(to, id));
  };
  return (
    <>
      <ul onKeyDown={(event) => pressKey(event, move)}>
        {columns.map(({ id, header, required = false }) => {
          const place = shown.indexOf(id);
          const isLast = place === 0 && shown.length === 1;
          return (
            <li key={id} className="group/column flex items-center rounded-control hover:bg-hover">
              <Checkbox
                className="flex min-h-8 flex-1 cursor-pointer items-center gap-2.5 px-2 max-md:min-h-11"
                data-column={id}
                checked={place >= 0}
                disabled={required || isLast}
                onChange={() => toggle(id)}
              >
                {header} {required && <span className="text-label text-muted">Always shown</span>}
                {!required && isLast && <span className="text-label text-muted">The last column</span>}
              </Checkbox>
              {place >= 0 && (
                <span className="flex pr-1">
                  <Move label={`Move ${header} up`} disabled={place === 0} onClick={() => move(id, -1)}>
                    <ArrowUp size={14} aria-hidden />
                  </Move>
                  <Move
                    label={`Move ${header} down`}
                    disabled={place === shown.length - 1}
                    onClick={() => move(id, 1)}
                  >
                    <ArrowDown size={14} aria-hidden />
                  </Move>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <div className="-mx-1.5 -mb-1.5 sticky -bottom-1.5 mt-1.5 flex items-center justify-between gap-4 border-hairline border-t bg-raised px-3.5 py-1.5">
        <span role="status" className="tabular text-muted">
          {shown.length} of {columns.length} shown
        </span>
        <button
          type="button"
          aria-disabled={shown.join() === columnsUnasked(all).join() || undefined}
          onClick={() => onChange(columnsUnasked(all))}
          className="h-8 max-md:h-11 rounded-control px-2 font-medium text-accent-text hover:bg-hover aria-disabled:text-muted"
        >
          Reset
        </button>
      </div>
    </>
  );
}

interface MoveProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

/** Stays where it is, and keeps the focus, at either end of the list. */
function Move({ label, disabled, onClick, children }: MoveProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      className="inline-flex size-7 max-md:size-11 items-center justify-center rounded-control text-muted hover:bg-active hover:text-text aria-disabled:text-border"
    >
      {children}
    </button>
  );
}

/** Up and down go from column to column; with Alt they take the column along. */
function pressKey(event: KeyboardEvent<HTMLUListElement>, move: (id: string, by: -1 | 1) => void): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  const by = event.key === 'ArrowUp' ? -1 : 1;
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not(:disabled)')];
  const item = (event.target as Element).closest('li');
  const box = item?.querySelector<HTMLInputElement>('input');
  if (!box) return;
  event.preventDefault();
  if (event.altKey) move(box.dataset.column ?? '', by);
  else boxes[(boxes.indexOf(box) + by + boxes.length) % boxes.length]?.focus();
}
