import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { clip } from '#dashboard/lib/truncate.ts';
import { useTyped } from '#dashboard/lib/use-typed.ts';
import { Button, IconButton } from '#dashboard/ui/button.tsx';

interface ListSearchProps {
  /** What it searches, and by what: `Search tokens by name or symbol`. */
  label: string;
  placeholder: string;
  text: string;
  onChange: (text: string) => void;
  onEnter?: () => void;
}

/** A list's search, which `/` goes to. Escape empties it. */
export function ListSearch({ label, placeholder, text, onChange, onEnter }: ListSearchProps) {
  return (
    <div data-page-search className="relative w-72 min-w-0 max-md:w-full">
      <Search size={15} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-faint" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={320}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter?.();
          if (event.key !== 'Escape' || text === '') return;
          event.preventDefault();
          onChange('');
        }}
        className="h-8 w-full rounded-control [&::-webkit-search-cancel-button]:hidden border border-control bg-panel pr-8 pl-8 text-table placeholder:text-muted max-md:h-11 max-md:text-[1rem]"
      />
      {text !== '' && (
        <IconButton
          label="Clear the search"
          icon={<X size={14} aria-hidden />}
          onClick={(event) => {
            onChange('');
            // The button goes with the text.
            event.currentTarget.parentElement?.querySelector('input')?.focus();
          }}
          className="absolute top-0 right-0 md:m-0.5 md:size-7!"
        />
      )}
    </div>
  );
}

/** A search whose rows follow when the typing rests, at Enter, or at once if it is emptied. */
export function RestingSearch(props: Omit<ListSearchProps, 'onEnter'>) {
  const { typed, setTyped, send } = useTyped(props.text, props.onChange);
  const change = (text: string) => {
    setTyped(text);
    // Nothing more is typed after it was emptied: what is pressed next is about the whole list.
    if (text === '') send(text);
  };
  return <ListSearch {...props} text={typed} onChange={change} onEnter={send} />;
}

/** What a list says if nothing in it matches what was searched for. */
export function nothingFound(q: string, clear: () => void, by = 'part of a person’s name') {
  return {
    title: `Nothing found for “${clip(q.trim(), 80)}”`,
    text: `Search for a whole ID or ${by}.`,
    action: <Button onClick={clear}>Clear search</Button>,
  };
}
