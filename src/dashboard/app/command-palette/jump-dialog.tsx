import { useQuery, useQueryClient } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isPermitted } from '#contract/permissions.ts';
import { refreshShown } from '#dashboard/api/http/all-rows.ts';
import { lookUp } from '#dashboard/api/http/lookup.ts';
import { type Look, PLACES, termOf } from '#dashboard/api/http/search-term.ts';
import { customerSaltOf, sessionHolder, signOut, useDesk } from '#dashboard/api/session/session.ts';
import { isJump, isMac } from '#dashboard/lib/shortcuts.ts';
import { useDebounced } from '#dashboard/lib/use-debounced.ts';
import { Dialog } from '#dashboard/ui/dialog.tsx';
import { useFinalFocus } from '#dashboard/ui/focus.ts';
import { Keys } from '#dashboard/ui/keys.tsx';
import { JumpList, optionId } from './jump-list.tsx';
import { Announcement, Looked } from './jump-looks.tsx';
import { foundOptions, namedBy, type Option, standingOptions } from './jump-options.tsx';
import { recentRecords } from './recent.ts';

interface JumpDialogProps extends Pick<JumpProps, 'showKeys' | 'takeTyped'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Goes to any page, runs commands, and finds records by part of a name, an id or an email address. */
export function JumpDialog({ open, onOpenChange, ...given }: JumpDialogProps) {
  const { closing, finalFocus } = useFinalFocus();
  const close = (away: boolean) => {
    closing(away);
    onOpenChange(false);
  };
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={() => close(false)}
      title="Search or jump"
      initialFocus={field}
      finalFocus={finalFocus}
      className="flex flex-col overflow-hidden bg-raised max-md:inset-x-0 max-md:top-0 max-md:max-h-[85dvh] max-md:rounded-b-dialog max-md:border-b md:top-[12dvh] md:left-1/2 md:max-h-[min(36rem,76dvh)] md:w-150 md:-translate-x-1/2 md:rounded-dialog md:border"
    >
      <Jump {...given} {...{ field, close }} />
    </Dialog>
  );
}

interface JumpProps {
  field: React.RefObject<HTMLInputElement | null>;
  showKeys: () => void;
  /** Returns what was typed before the field was there, once. */
  takeTyped: () => string;
  /** `away` where another page is on its way. */
  close: (away: boolean) => void;
}

function Jump({ field, showKeys, takeTyped, close }: JumpProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const desk = useDesk();
  const holder = sessionHolder(desk);
  const list = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const { looks, again } = useLookup(query);
  const term = termOf(query);

  const roles = desk.session?.roles ?? [];
  const standing = standingOptions(roles, recentRecords(holder), {
    refresh: () => refreshShown(client),
    showKeys,
    signOut: async () => {
      await signOut(client);
      navigate('/', { replace: true });
    },
  });
  const options = query.trim() === '' ? standing : namedBy(query, standing);
  if (term) {
    const found = foundOptions(term, looks, customerSaltOf(desk), isPermitted(roles, 'cancel-orders'));
    // Names of pages and actions are there at once, and stay in front of what is found later.
    if (term.kind === 'name') options.push(...found);
    else options.unshift(...found);
  }
  const current = options.find(({ id }) => id === chosen) ?? options[0];
  const place = current ? options.indexOf(current) : -1;
  const isSearching = looks.length === 0 || looks.some(({ state }) => state === 'looking');
  const result = isSearching ? 'Searching…' : 'No results. Try a full ID or email address.';
  const unsearched = term || options.length > 0 ? '' : 'Enter 2 to 100 letters or digits to search.';

  async function perform(option: Option) {
    if ('to' in option) {
      close(true);
      navigate(option.to);
      return;
    }
    const news = await option.run();
    if (news) setSaid(news);
    else close(false);
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const steps: Partial<Record<string, number>> = { ArrowDown: place + 1, ArrowUp: place - 1 };
    const to = steps[event.key];
    if (isJump(event, isMac())) {
      event.preventDefault();
      close(false);
    } else if (to !== undefined && options.length > 0) {
      event.preventDefault();
      setChosen(options.at(to % options.length)?.id ?? null);
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      perform(current);
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field and what stands under it
    <div className="flex min-h-0 flex-col" onKeyDown={press}>
      <div className="flex shrink-0 items-center gap-2.5 border-hairline border-b px-4">
        <Search size={18} aria-hidden className="shrink-0 text-muted" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Search or jump"
          aria-expanded={options.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(list, place)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Name, symbol, email, ID, page or action"
          value={query}
          onFocus={() => {
            const typed = takeTyped();
            if (typed) setQuery((own) => own + typed);
          }}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(null);
            setSaid('');
          }}
          className="h-13 min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-muted max-md:text-[1rem]"
        />
        <button
          type="button"
          onClick={() => close(false)}
          className="inline-flex items-center justify-center rounded-control max-md:-mr-2 max-md:size-11"
        >
          <span className="sr-only">Close</span>
          <span aria-hidden className="max-md:hidden">
            <Keys keys={['Esc']} />
          </span>
          <X size={18} aria-hidden className="text-muted md:hidden" />
        </button>
      </div>
      <JumpList
        id={list}
        options={options}
        current={current}
        choose={(option) => setChosen(option.id)}
        perform={perform}
      />
      {options.length === 0 && <p className="px-4 pb-5 text-muted wrap-anywhere">{unsearched || result}</p>}
      {looks.length > 0 && <Looked looks={looks} again={again} />}
      {said && <p className="shrink-0 border-hairline border-t px-4 py-2.5 text-soft text-table">{said}</p>}
      <Announcement options={options.length} looks={looks} said={said || unsearched} query={query} />
    </div>
  );
}

const NOTHING: Look[] = [];

/** What a search for the query has found so far, place by place; empty if the query is too short. */
function useLookup(query: string): { looks: Look[]; again: () => void } {
  const rested = useDebounced(query, 250);
  const term = termOf(rested);
  const { data, refetch } = useQuery({
    queryKey: ['lookup', term],
    queryFn: async ({ client, queryKey, signal }) => {
      const looks = new Map<string, Look>();
      const inOrder = () => PLACES.flatMap((place) => looks.get(place) ?? []);
      if (term === null) return [];
      await lookUp(client, term, signal, (look) => {
        looks.set(look.place, look);
        client.setQueryData(queryKey, inOrder());
      });
      return inOrder();
    },
    enabled: term !== null && rested === query,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { looks: (rested === query && data) || NOTHING, again: refetch };
}
