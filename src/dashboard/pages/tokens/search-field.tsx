import { Search } from 'lucide-react';
import { useTyped } from '#dashboard/lib/use-typed.ts';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  text: string;
  onChange: (text: string) => void;
}

/** The page's search. What is typed is shown at once; the rows follow when the typing rests, or at Enter. */
export function SearchField({ label, placeholder, text, onChange }: SearchFieldProps) {
  const { typed, setTyped, send } = useTyped(text, onChange);
  return (
    <label data-page-search className="relative max-md:w-full">
      <span className="sr-only">{label}</span>
      <Search size={15} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-faint" />
      <input
        type="search"
        maxLength={200}
        value={typed}
        placeholder={placeholder}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && send()}
        className="h-8 max-md:h-11 w-56 max-md:w-full rounded-control border border-control bg-panel pr-2.5 pl-8 text-table max-md:text-[1rem] placeholder:text-muted"
      />
    </label>
  );
}
