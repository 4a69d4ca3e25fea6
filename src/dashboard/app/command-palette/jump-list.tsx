import { memo, useDeferredValue } from 'react';
import type { Option } from './jump-options.tsx';

interface JumpListProps {
  id: string;
  options: readonly Option[];
  current: Option | undefined;
  choose: (option: Option) => void;
  perform: (option: Option) => void;
}

/** The id of the option at a place of a list: what the field above says is current. */
export function optionId(list: string, place: number): string {
  return `${list}-${place}`;
}

/** Pages and commands, in groups. The field is painted first at every key, the list after it. */
export function JumpList(props: JumpListProps) {
  const shown = useDeferredValue<JumpListProps>(props, { ...props, options: [] });
  return <Groups {...shown} />;
}

const Groups = memo(function Groups({ id, options, current, choose, perform }: JumpListProps) {
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <div id={id} role="listbox" aria-label="Results" className="min-h-0 overflow-y-auto p-2">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
        <div key={group} role="group" aria-label={group} className="pb-1">
          <p aria-hidden className="px-2 pt-1.5 pb-1 font-medium text-label text-muted">
            {group}
          </p>
          {options
            .filter((option) => option.group === group)
            .map((option) => (
              <OptionRow
                key={option.id}
                id={optionId(id, options.indexOf(option))}
                selected={option === current}
                {...{ option, choose, perform }}
              />
            ))}
        </div>
      ))}
    </div>
  );
});

/** Brings an option into view. Not at once: it would force a layout in the middle of rendering. */
function bringIntoView(row: HTMLDivElement): () => void {
  const call = requestAnimationFrame(() => row.scrollIntoView({ block: 'nearest' }));
  return () => cancelAnimationFrame(call);
}

type OptionRowProps = Pick<JumpListProps, 'id' | 'choose' | 'perform'> & {
  option: Option;
  selected: boolean;
};

function OptionRow({ id, option, selected, choose, perform }: OptionRowProps) {
  const { Icon, label, detail } = option;
  return (
    // The field above has the focus and the keys; the pointer alone comes here.
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      ref={selected ? bringIntoView : undefined}
      id={id}
      role="option"
      aria-selected={selected}
      onPointerMove={selected ? undefined : () => choose(option)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => perform(option)}
      className="group flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2 py-1 aria-selected:bg-accent-soft aria-selected:text-accent-text max-md:min-h-11"
    >
      <Icon size={16} aria-hidden className="shrink-0 text-muted group-aria-selected:text-current" />
      <span className="min-w-0 truncate">{label}</span>
      {detail && (
        <span className="min-w-0 flex-1 truncate text-muted text-table group-aria-selected:text-current">
          {detail}
        </span>
      )}
      <span
        aria-hidden
        className="ml-auto shrink-0 text-label opacity-0 group-aria-selected:opacity-100 max-md:hidden"
      >
        ↵
      </span>
    </div>
  );
}
