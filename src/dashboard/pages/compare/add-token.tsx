import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { nameOfToken, plainText } from '#dashboard/api/tokens/token-names.ts';
import { foundTokensQuery } from '#dashboard/api/tokens/tokens.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { useDebounced } from '#dashboard/lib/use-debounced.ts';
import { TokenImage } from '#dashboard/table/token-image.tsx';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { inputClass } from '#dashboard/ui/field.tsx';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';

interface AddTokenProps {
  full: boolean;
  chosen: readonly string[];
  add: (id: string) => void;
}

/** Finds a token by its name and adds it to the others. */
export function AddToken({ full, chosen, add }: AddTokenProps) {
  if (full) return <span className="text-muted">Six tokens at most. Remove one to add another.</span>;
  return (
    <PopoverButton
      label="Add a token"
      className={buttonClass('primary')}
      panel={(close) => (
        <Finder
          chosen={chosen}
          pick={(id) => {
            add(id);
            close();
          }}
        />
      )}
    >
      <Plus size={16} aria-hidden />
      Add a token
    </PopoverButton>
  );
}

const REST_MS = 200;
const MOST_FOUND = 10;

function Finder({ chosen, pick }: { chosen: readonly string[]; pick: (id: string) => void }) {
  const [typed, setTyped] = useState('');
  const name = useDebounced(typed.trim(), REST_MS);
  const { data, error } = useQuery({
    ...foundTokensQuery(name, MOST_FOUND),
    placeholderData: keepPreviousData,
  });
  const more = (data?.total ?? 0) - (data?.rows.length ?? 0);
  return (
    <div className="w-80 max-w-full p-1">
      <label>
        <span className="mb-1.5 block font-medium">Name</span>
        <input
          type="search"
          maxLength={200}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={inputClass}
        />
      </label>
      <ul className="mt-1.5">
        {data?.rows.map((token) => {
          const { _id } = token;
          const isIn = chosen.includes(_id);
          return (
            <li key={_id}>
              <button
                type="button"
                aria-disabled={isIn || undefined}
                onClick={isIn ? undefined : () => pick(_id)}
                className="flex min-h-9 w-full items-center gap-2 rounded-control px-2 py-1 text-left hover:bg-hover aria-disabled:text-muted max-md:min-h-11"
              >
                <TokenImage token={token} />
                <bdi className="min-w-0 flex-1 truncate">{nameOfToken(token)}</bdi>
                <bdi className="max-w-24 shrink-0 truncate text-label text-muted">
                  {isIn ? 'added' : plainText(token.symbol ?? '', 40)}
                </bdi>
              </button>
            </li>
          );
        })}
      </ul>
      <p role="status" className="px-2 py-1 text-label text-muted wrap-anywhere">
        {error instanceof ApiError
          ? explainRead(error)
          : data?.rows.length === 0
            ? 'No matching tokens.'
            : more > 0 && `${countOf(more, 'more token')}. Keep typing to narrow down.`}
      </p>
    </div>
  );
}
