import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import { useQueryClient } from '@tanstack/react-query';
import { LoaderCircle, Search, X } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Look, termOf } from '#dashboard/api/lookup.ts';
import { customerSaltOf, sessionHolder, signOut, useDesk } from '#dashboard/api/session.ts';
import { copyText } from '#dashboard/lib/clipboard.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { isJump, isMac } from '#dashboard/lib/shortcuts.ts';
import { Keys } from '#dashboard/ui/keys.tsx';
import { foundOptions, namedBy, type Option, refreshShown, standingOptions } from './jump-options.tsx';
import { lookSentence, placeNames } from './jump-words.ts';
import { recentRecords } from './recent.ts';
import { useLookup } from './use-lookup.ts';

interface JumpDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  showKeys: () => void;
}

/** Goes to any page, does what can be done anywhere, and finds whatever an id or an e-mail stands for. */
export function JumpDialog({ open, onOpenChange, showKeys }: JumpDialogProps) {
  const navigated = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={onOpenChange}>
        <Base.Portal>
          <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <Base.Popup
            initialFocus={field}
            finalFocus={() => (navigated.current ? document.querySelector('h1') : null) ?? true}
            className="fixed z-50 flex flex-col overflow-hidden border-hairline bg-raised shadow-float transition-[opacity,transform] data-ending-style:opacity-0 data-starting-style:opacity-0 max-md:inset-x-0 max-md:top-0 max-md:max-h-[85dvh] max-md:rounded-b-dialog max-md:border-b md:top-[12dvh] md:left-1/2 md:max-h-[min(36rem,76dvh)] md:w-150 md:-translate-x-1/2 md:rounded-dialog md:border"
          >
            <Base.Title className="sr-only">Search or jump</Base.Title>
            <Jump
              field={field}
              showKeys={showKeys}
              close={(away) => {
                navigated.current = away;
                onOpenChange(false);
              }}
            />
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

interface JumpProps {
  field: React.RefObject<HTMLInputElement | null>;
  showKeys: () => void;
  /** `away` where another page is on its way. */
  close: (away: boolean) => void;
}

function Jump({ field, showKeys, close }: JumpProps) {
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

  const standing = standingOptions(recentRecords(holder), {
    refresh: () => refreshShown(client),
    showKeys,
    signOut: async () => {
      await signOut(client);
      navigate('/', { replace: true });
    },
  });
  const options = query.trim() === '' ? standing : namedBy(query, standing);
  if (term) options.unshift(...foundOptions(term, looks, customerSaltOf(desk)));
  const current = options.find(({ id }) => id === chosen) ?? options[0];
  const place = current ? options.indexOf(current) : -1;

  async function perform({ deed }: Option) {
    if (deed.kind === 'go') {
      close(true);
      navigate(deed.to);
    } else if (deed.kind === 'copy') {
      const copied = await copyText(deed.text);
      setSaid(copied ? `${deed.what} is copied.` : 'The browser did not allow copying.');
    } else {
      try {
        if (!deed.failed) close(false);
        await deed.run();
      } catch (cause) {
        if (!deed.failed) throw cause;
        setSaid(deed.failed);
      }
    }
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

  const idOf = (option: Option) => `${list}-${options.indexOf(option)}`;
  const groups = [...new Set(options.map(({ group }) => group))];
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
          aria-activedescendant={current && idOf(current)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Page, action, id or e-mail"
          value={query}
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
      <div id={list} role="listbox" aria-label="Results" className="min-h-0 overflow-y-auto p-2">
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
                  id={idOf(option)}
                  option={option}
                  selected={option === current}
                  choose={() => setChosen(option.id)}
                  perform={() => perform(option)}
                />
              ))}
          </div>
        ))}
      </div>
      {options.length === 0 && (
        <p className="px-4 pb-5 text-muted wrap-anywhere">
          Nothing here goes by that name. Paste an id or an e-mail whole to look it up.
        </p>
      )}
      {looks.length > 0 && <Looked looks={looks} again={again} />}
      {said && <p className="shrink-0 border-hairline border-t px-4 py-2.5 text-soft text-table">{said}</p>}
      <Announcement options={options.length} looks={looks} said={said} query={query} />
    </div>
  );
}

interface OptionRowProps {
  id: string;
  option: Option;
  selected: boolean;
  choose: () => void;
  perform: () => void;
}

function OptionRow({ id, option, selected, choose, perform }: OptionRowProps) {
  const { Icon, label, detail, verb } = option;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [selected]);
  return (
    // The field above has the focus and the keys; the pointer alone comes here.
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={selected}
      onPointerMove={selected ? undefined : choose}
      onPointerDown={(event) => event.preventDefault()}
      onClick={perform}
      className="group flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2 py-1 aria-selected:bg-accent-soft aria-selected:text-accent-text max-md:min-h-11"
    >
      <Icon size={16} aria-hidden className="shrink-0 text-muted group-aria-selected:text-current" />
      <span className="min-w-0 truncate">{label}</span>
      {detail && (
        <span className="min-w-0 flex-1 truncate text-muted text-table group-aria-selected:text-current">
          {detail}
        </span>
      )}
      <span className="ml-auto shrink-0 text-label opacity-0 group-aria-selected:opacity-100">
        {verb} <span className="max-md:hidden">↵</span>
      </span>
    </div>
  );
}

/** Where was looked, and what came of it there. */
function Looked({ looks, again }: { looks: Look[]; again: () => void }) {
  const failed = looks.some(({ state }) => state === 'failed');
  return (
    <div className="shrink-0 border-hairline border-t px-4 py-2.5 text-table">
      <ul className="flex flex-col gap-1" aria-label="Where was looked">
        {looks.map((look) => (
          <li key={look.place} className="flex items-start gap-2">
            <span className="w-20 shrink-0 font-medium">{placeNames[look.place]}</span>
            <span className={look.state === 'failed' ? 'text-danger wrap-anywhere' : 'text-muted'}>
              {lookSentence(look)}
            </span>
            {look.state === 'looking' && (
              <LoaderCircle size={14} aria-hidden className="mt-0.5 shrink-0 animate-spin text-muted" />
            )}
          </li>
        ))}
      </ul>
      {failed && (
        <button
          type="button"
          onClick={again}
          className="mt-1.5 font-medium text-accent-text underline-offset-2 hover:underline max-md:min-h-11"
        >
          Look again
        </button>
      )}
    </div>
  );
}

interface AnnouncementProps {
  options: number;
  looks: Look[];
  said: string;
  query: string;
}

/** Says what there is, once the keys rest and every look has come to its end. */
function Announcement({ options, looks, said, query }: AnnouncementProps) {
  const looking = looks.some(({ state }) => state === 'looking');
  const report = looks.map((look) => `${placeNames[look.place]}: ${lookSentence(look)}`).join(' ');
  const words = query.trim() === '' ? '' : `${countOf(options, 'result')}. ${report}`;
  const [spoken, setSpoken] = useState('');
  const next = useDeferredValue(said || (looking ? 'Looking…' : words));
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(next), 300);
    return () => clearTimeout(timer);
  }, [next]);
  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  );
}
