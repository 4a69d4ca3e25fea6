import { Dialog } from '#dashboard/ui/dialog.tsx';
import { useFinalFocus } from '#dashboard/ui/focus.ts';
import { Mark } from './mark.tsx';
import { Navigation } from './navigation.tsx';

/** The navigation on narrow screens: it comes in from the left, over the page. */
export function NavigationSheet(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { closing, finalFocus } = useFinalFocus();
  const close = (led: boolean) => {
    closing(led);
    props.onOpenChange(false);
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={() => close(false)}
      title="Navigation"
      finalFocus={finalFocus}
      className="inset-y-0 left-0 flex w-72 max-w-[85vw] flex-col border-r bg-panel data-ending-style:-translate-x-4 data-starting-style:-translate-x-4"
      close="top-1.5 right-1.5"
    >
      <div className="flex h-14 items-center px-5">
        <Mark />
      </div>
      <Navigation onNavigate={() => close(true)} />
    </Dialog>
  );
}
