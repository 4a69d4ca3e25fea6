import { useEffect, useEffectEvent } from 'react';
import { currentSettings } from '#dashboard/lib/settings.ts';
import { type Command, isMac, matchKey, type Prefix, takesLetters } from '#dashboard/lib/shortcuts.ts';

/**
 * Listens for shortcuts wherever the focus is. `perform` returns false where there is nothing to do, so that the
 * key stays the browser's.
 */
export function useShortcuts(perform: (command: Command) => boolean): void {
  const run = useEffectEvent(perform);
  useEffect(() => {
    let prefix: Prefix = null;
    const press = (event: KeyboardEvent) => {
      const place = {
        typing: takesLetters(event.target),
        dialog: document.querySelector('[role=dialog], [role=alertdialog]') !== null,
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
