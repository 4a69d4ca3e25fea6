import { useRef } from 'react';
import { Sheet } from '#dashboard/ui/sheet.tsx';
import { Mark } from './mark.tsx';
import { Navigation } from './navigation.tsx';

interface NavigationSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The navigation on narrow screens. */
export function NavigationSheet({ open, onOpenChange }: NavigationSheetProps) {
  const navigated = useRef(false);
  return (
    <Sheet
      title="Navigation"
      open={open}
      onOpenChange={onOpenChange}
      finalFocus={() => (navigated.current ? document.querySelector('h1') : null)}
    >
      <div className="flex h-14 items-center px-5">
        <Mark />
      </div>
      <Navigation
        onNavigate={() => {
          navigated.current = true;
          onOpenChange(false);
        }}
      />
    </Sheet>
  );
}
