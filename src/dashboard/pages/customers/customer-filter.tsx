import { Copy } from 'lucide-react';
import type { Duplicates } from '#dashboard/api/customers/customer-book.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { ListSearch } from '#dashboard/list/list-search.tsx';

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
      <ListSearch
        label="Search customers by name or email"
        placeholder="Name or email"
        text={text}
        onChange={setText}
      />
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
