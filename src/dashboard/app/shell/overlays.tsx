import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { currentSettings } from '#dashboard/lib/settings.ts';
import { type Command, isMac, matchKey, type Prefix, takesLetters } from '#dashboard/lib/shortcuts.ts';
import { latePart } from '#dashboard/ui/late-part.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { approachJump, JumpDialog, type useJump } from '../command-palette/use-jump.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { approach } from '../page-parts.ts';
import { pages } from '../paths.ts';

const LiveEvents = latePart(() => import('./live-events.tsx').then((module) => module.LiveEvents));
const TapTip = latePart(() => import('./tap-tip.tsx').then((module) => module.TapTip));
const Silence = latePart(() => import('./silence.tsx').then((module) => module.Silence));
const KeysDialog = lazyPart(() => import('./keys-dialog.tsx').then((module) => module.KeysDialog));

/** What can appear over any page: the jump, the list of keys, tips, and the shortcuts that open them. */
export function Overlays({ jump, setJump, openJump }: ReturnType<typeof useJump>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayRead = useMay('read');
  /** Null until it is first asked for; then it stays, so that it can be seen to close. */
  const [keys, setKeys] = useState<boolean | null>(null);

  // Its code is loaded in advance: people who open it by a key start typing at once.
  useEffect(() => {
    if (!window.requestIdleCallback) return;
    const call = requestIdleCallback(() => void approachJump());
    return () => cancelIdleCallback(call);
  }, []);

  const showKeys = () => {
    KeysDialog.preload()
      .catch(() => {})
      .then(() => setKeys(true));
  };

  useShortcuts((command: Command) => {
    if (command === 'jump') openJump();
    else if (command === 'help') showKeys();
    else if (command === 'search') return focusSearch();
    else {
      const { path } = pages[command];
      approach(new URL(path, location.origin), client, true);
      navigate(path);
    }
    return true;
  });

  return (
    <>
      {mayRead && <LiveEvents />}
      <TapTip />
      <Silence />
      <Overlay show={jump !== null}>
        <JumpDialog open={jump === true} onOpenChange={setJump} showKeys={showKeys} />
      </Overlay>
      <Overlay show={keys !== null}>
        <KeysDialog open={keys === true} onOpenChange={setKeys} />
      </Overlay>
    </>
  );
}

/** If its code fails to load, that is reported in a corner of the page. */
function Overlay({ show, children }: { show: boolean; children: ReactNode }) {
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
  const search = document.querySelector<HTMLElement>('[data-page=in-view] [data-page-search]');
  const field = search?.matches('input') ? search : search?.querySelector<HTMLElement>('input');
  if (!field) return false;
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
  return true;
}

/**
 * Listens for shortcuts wherever the focus is. `perform` returns false where there is nothing to do, so that the
 * key stays the browser's.
 */
function useShortcuts(perform: (command: Command) => boolean): void {
  const run = useEffectEvent(perform);
  useEffect(() => {
    let prefix: Prefix = null;
    const press = (event: KeyboardEvent) => {
      const place = {
        typing: takesLetters(event.target),
        get dialog() {
          return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
        },
        letters: currentSettings().shortcuts,
        mac: isMac(),
      };
      const matched = matchKey(event, place, prefix, performance.now());
      prefix = matched.prefix;
      if (matched.command && run(matched.command)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
