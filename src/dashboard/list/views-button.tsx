import { Bookmark } from 'lucide-react';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';

const Panel = lazyPanel(() => import('./views-panel.tsx').then((module) => module.ViewsPanel));

/** Opens the saved views of a list, and saves the one that is shown. */
export function ViewsButton({ list }: { list: string }) {
  return (
    <PopoverButton
      label="Saved views"
      className={buttonClass()}
      prepare={Panel.approach}
      panel={(close) => <Panel {...{ list, close }} />}
    >
      <Bookmark size={16} aria-hidden />
      Views
    </PopoverButton>
  );
}
