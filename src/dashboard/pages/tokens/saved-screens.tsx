import { Bookmark, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { sessionHolder, useDesk } from '#dashboard/api/session/session.ts';
import {
  forgetScreen,
  MOST_SCREENS,
  type SavedScreen,
  savedScreens,
  saveScreen,
} from '#dashboard/api/tokens/screen-store.ts';
import {
  countTokenFilters,
  readTokenFilter,
  type TokenFilter,
  withTokenFilter,
} from '#dashboard/api/tokens/token-filter.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { Button, buttonClass, IconButton } from '#dashboard/ui/button.tsx';
import { inputClass } from '#dashboard/ui/field.tsx';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';

/** Screens under names: opens them, and saves the one that is shown. */
export function SavedScreens({ filter }: { filter: TokenFilter }) {
  return (
    <PopoverButton
      label="Saved screens"
      className={`${buttonClass()} h-8!`}
      panel={(close) => <ScreensPanel filter={filter} close={close} />}
    >
      <Bookmark size={15} aria-hidden />
      Screens
    </PopoverButton>
  );
}

const outcomes = {
  saved: (name: string) => `Saved “${name}” in this browser.`,
  full: () => `There are ${MOST_SCREENS} screens already: remove one first, or copy the address.`,
  'not-kept': () => 'This browser keeps nothing: copy the address instead.',
};

function ScreensPanel({ filter, close }: { filter: TokenFilter; close: () => void }) {
  const holder = sessionHolder(useDesk());
  const { search } = useLocation();
  const [screens, setScreens] = useState(() => savedScreens(holder));
  const [name, setName] = useState('');
  const [said, setSaid] = useState('');
  const trimmed = name.trim();
  const replaces = screens.some((saved) => saved.name === trimmed);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed === '') return;
    const outcome = saveScreen(holder, trimmed, queryOf(filter, search));
    setScreens(savedScreens(holder));
    setSaid(outcomes[outcome](trimmed));
    if (outcome === 'saved') setName('');
  };
  return (
    <div className="w-72 max-w-full">
      {screens.length === 0 && (
        <p className="px-2 py-1.5 text-muted">
          No screen is saved yet. You can also share one by copying its link.
        </p>
      )}
      <ul>
        {screens.map((saved) => (
          <SavedLine
            key={saved.name}
            saved={saved}
            close={close}
            forget={() => {
              const isGone = forgetScreen(holder, saved.name);
              setScreens(savedScreens(holder));
              setSaid(isGone ? `Removed “${saved.name}”.` : `“${saved.name}” could not be removed.`);
            }}
          />
        ))}
      </ul>
      <form onSubmit={save} className="mt-1.5 border-hairline border-t p-2 pt-3">
        <label>
          <span className="mb-1.5 block font-medium">Save this screen as</span>
          <input
            value={name}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
            className={inputClass}
          />
        </label>
        <Button type="submit" className="mt-2 w-full" aria-disabled={trimmed === '' || undefined}>
          {replaces ? 'Replace' : 'Save'} {countOf(countTokenFilters(filter), 'condition')}
        </Button>
        <p role="status" className="mt-1.5 text-muted wrap-anywhere">
          {said}
        </p>
      </form>
    </div>
  );
}

interface SavedLineProps {
  saved: SavedScreen;
  close: () => void;
  forget: () => void;
}

function SavedLine({ saved, close, forget }: SavedLineProps) {
  // What the browser keeps may have been put there by anything: only what makes sense becomes an address.
  const query = new URLSearchParams(saved.query);
  return (
    <li className="flex items-center rounded-control hover:bg-hover">
      <Link
        to={{ pathname: '/tokens', search: queryOf(readTokenFilter(query), saved.query) }}
        onClick={close}
        className="flex min-h-8 min-w-0 flex-1 items-center px-2 max-md:min-h-11"
      >
        <bdi className="truncate">{saved.name}</bdi>
      </Link>
      <IconButton
        label={`Remove the screen ${saved.name}`}
        icon={<Trash2 size={14} aria-hidden />}
        onClick={forget}
        className="size-7"
      />
    </li>
  );
}

/** The address's query of a screen, with the sort and the columns that it is seen with. */
function queryOf(filter: TokenFilter, search: string): string {
  const next = withTokenFilter(new URLSearchParams(), filter);
  const seen = new URLSearchParams(search);
  for (const name of ['sort', 'cols']) {
    const value = seen.get(name);
    if (value !== null) next.set(name, value.slice(0, 1_000));
  }
  return next.toString();
}
