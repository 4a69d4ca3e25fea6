import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { IconButton } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { stepThrough } from '#dashboard/ui/focus.ts';
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
  const move = (id: string, by: number) => {
    const from = shown.indexOf(id);
    const other = shown[from + by];
    if (from >= 0 && other !== undefined) onChange(shown.with(from, other).with(from + by, id));
  };
  return (
    <>
      <ul onKeyDown={(event) => stepThrough(event, (box, by) => move(box.dataset.column ?? '', by))}>
        {columns.map(({ id, header, required = false }) => {
          const place = shown.indexOf(id);
          const isLast = place === 0 && shown.length === 1;
          const why = required ? 'Always shown' : 'The last column';
          return (
            <li key={id} className="group/column flex items-center rounded-control hover:bg-hover">
              <Checkbox
                className="flex min-h-8 flex-1 cursor-pointer items-center gap-2.5 px-2 max-md:min-h-11"
                data-column={id}
                checked={place >= 0}
                disabled={required || isLast}
                onChange={() => toggle(id)}
              >
                {header} {(required || isLast) && <span className="text-label text-muted">{why}</span>}
              </Checkbox>
              {place >= 0 && (
                <span className="flex pr-1">
                  {[
                    { to: 'up', by: -1, Icon: ArrowUp },
                    { to: 'down', by: 1, Icon: ArrowDown },
                  ].map(({ to, by, Icon }) => (
                    // It stays where it is, and keeps the focus, at either end of the list.
                    <IconButton
                      key={to}
                      look="small"
                      label={`Move ${header} ${to}`}
                      icon={<Icon size={14} aria-hidden />}
                      aria-disabled={shown[place + by] === undefined || undefined}
                      onClick={() => move(id, by)}
                      className="aria-disabled:text-border"
                    />
                  ))}
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
