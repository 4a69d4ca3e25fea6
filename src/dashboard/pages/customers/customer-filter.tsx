import { Copy, Search, X } from 'lucide-react';
import type { Duplicates } from '#dashboard/api/customers/customer-book.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { IconButton } from '#dashboard/ui/button.tsx';

interface CustomerFilterProps {
  text: string;
  setText: (text: string) => void;
  /** Undefined while they are being counted. */
  duplicates: Duplicates | undefined;
  onlyDuplicates: boolean;
  showDuplicates: (show: boolean) => void;
}

/** Narrows the list as it is typed. */
export function CustomerFilter(props: CustomerFilterProps) {
  const { text, setText, duplicates, onlyDuplicates, showDuplicates } = props;
  return (
    <section
      aria-label="Filter customers"
      className="flex min-w-0 flex-wrap items-center gap-2 max-md:w-full"
    >
      <div data-page-search className="relative w-80 min-w-0 max-md:w-full">
        <Search size={16} aria-hidden className="absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
        <input
          type="text"
          inputMode="search"
          enterKeyHint="search"
          aria-label="Filter customers by name or email"
          placeholder="Name or email"
          value={text}
          maxLength={320}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || text === '') return;
            event.preventDefault();
            setText('');
          }}
          className="h-9 w-full rounded-control border border-control bg-panel pr-9 pl-9 text-body placeholder:text-muted max-md:h-11 max-md:text-[1rem]"
        />
        {text !== '' && (
          <IconButton
            label="Clear the filter"
            icon={<X size={16} aria-hidden />}
            onClick={() => setText('')}
            className="absolute top-0 right-0"
          />
        )}
      </div>
      {duplicates && (duplicates.emails > 0 || onlyDuplicates) && (
        <button
          type="button"
          aria-pressed={onlyDuplicates}
          onClick={() => showDuplicates(!onlyDuplicates)}
          title={`${countOf(duplicates.emails, 'email')} listed more than once, in ${countOf(duplicates.places.length, 'row')}.`}
          className="inline-flex h-8 items-center gap-1.5 rounded-control border border-border border-dashed px-2.5 text-soft text-table hover:bg-hover aria-pressed:border-solid aria-pressed:bg-accent-soft aria-pressed:text-accent-text max-md:h-11"
        >
          <Copy size={14} aria-hidden />
          {countOf(duplicates.emails, 'duplicate email')}
        </button>
      )}
    </section>
  );
}
