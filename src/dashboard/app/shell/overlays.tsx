import {
  type ReactNode,
  type RefObject,
  Suspense,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router-dom';
import { currentSettings } from '#dashboard/lib/settings.ts';
import { type Command, isMac, matchKey, type Prefix, takesLetters } from '#dashboard/lib/shortcuts.ts';
import { latePart } from '#dashboard/ui/late-part.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { useWindowEvent } from '#dashboard/ui/use-window-event.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { pages } from '../paths.ts';

const LateOverlays = latePart(() => import('./late-overlays.tsx').then((module) => module.LateOverlays));
const KeysDialog = lazyPart(() => import('./keys-dialog.tsx').then((module) => module.KeysDialog));

export const JumpDialog = lazyPart(() =>
  import('../command-palette/jump-dialog.tsx').then((module) => module.JumpDialog),
);

/** Whether a dialog is open whose code isn't part of the first screen, and how to show it. */
export function useOverlay({ preload }: { preload: () => Promise<void> }) {
  /** Null until it is first asked for; then it stays, so that it can be seen to close. */
  const [open, onOpenChange] = useState<boolean | null>(null);
  // It was over the page that Back or Forward leaves.
  useWindowEvent('popstate', () => onOpenChange((isOpen) => isOpen && false));
  // In a transition, so that keys that are pressed or let go meanwhile are not held up.
  const opened = () => startTransition(() => onOpenChange(true));
  // If its code fails to load here, it fails again where it is shown, and is reported there.
  const show = () => void preload().then(opened, opened);
  return { open, onOpenChange, show };
}

/** What can appear over any page: the jump, the list of keys, tips, and the shortcuts that open them. */
export function Overlays({ jump }: { jump: ReturnType<typeof useOverlay> }) {
  const navigate = useNavigate();
  const keys = useOverlay(KeysDialog);

  // Its code is loaded in advance, once the page has its own: people who open it by a key start typing at once.
  useEffect(() => {
    const timer = setTimeout(JumpDialog.approach, 3_000);
    return () => clearTimeout(timer);
  }, []);

  const ahead = useRef<TypedAhead>({ text: '', until: 0 });

  useShortcuts(ahead, (command: Command, event: KeyboardEvent) => {
    if (command === 'jump') {
      ahead.current = { text: '', until: performance.now() + 3_000 };
      jump.show();
    } else if (command === 'help') keys.show();
    else if (command === 'search') return focusSearch();
    else if (command === 'row') return pressInTable(event);
    else navigate(pages[command].path);
    return true;
  });

  return (
    <>
      <LateOverlays />
      <Late show={jump.open !== null}>
        <JumpDialog
          open={jump.open === true}
          onOpenChange={jump.onOpenChange}
          showKeys={keys.show}
          takeTyped={() => {
            const { text } = ahead.current;
            ahead.current = { text: '', until: 0 };
            return text;
          }}
        />
      </Late>
      <Late show={keys.open !== null}>
        <KeysDialog open={keys.open === true} onOpenChange={keys.onOpenChange} />
      </Late>
    </>
  );
}

/** What was typed after Ctrl+K, before the field of the jump took it; it is kept that long. */
interface TypedAhead {
  text: string;
  until: number;
}

/** If its code fails to load, that is reported in a corner of the page. */
function Late({ show, children }: { show: boolean; children: ReactNode }) {
  if (!show) return null;
  return (
    <div className="fixed right-4 bottom-4 z-30 max-w-md rounded-panel bg-raised shadow-float empty:hidden">
      <ErrorBoundary>
        <Suspense>{children}</Suspense>
      </ErrorBoundary>
    </div>
  );
}

/** Puts the focus into the page's search; false where the page has none. */
function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>(
    '[data-page=in-view] input:is([data-page-search], [data-page-search] *)',
  );
  search?.focus();
  search?.select();
  return search !== null;
}

/** Passes a press on to the page's table; false where that does nothing with it, or has had it already. */
function pressInTable(event: KeyboardEvent): boolean {
  const table = document.querySelector('[data-page=in-view] [data-keep-scroll]');
  if (!table || table.contains(event.target as Node)) return false;
  return !table.dispatchEvent(new KeyboardEvent('keydown', event));
}

/**
 * Listens for shortcuts wherever the focus is. `perform` returns false where there is nothing to do, so that the
 * key stays the browser's.
 */
function useShortcuts(
  ahead: RefObject<TypedAhead>,
  perform: (command: Command, event: KeyboardEvent) => boolean,
): void {
  const prefix = useRef<Prefix>(null);
  useWindowEvent('keydown', (event) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isText && performance.now() < ahead.current.until && !takesLetters(event.target)) {
      ahead.current.text += event.key;
      return event.preventDefault();
    }
    const place = {
      typing: takesLetters(event.target),
      get dialog() {
        return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
      },
      letters: currentSettings().shortcuts,
      mac: isMac(),
    };
    const matched = matchKey(event, place, prefix.current, performance.now());
    prefix.current = matched.prefix;
    if (matched.command && perform(matched.command, event)) event.preventDefault();
  });
}
