import { formatInstant } from '#dashboard/lib/times.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';

interface DraftOfferProps {
  /** When it was last changed. */
  at: number;
  onTake: () => void;
  onClose: () => void;
}

/** Offers a list that was not started: one of another tab, or of an earlier visit. */
export function DraftOffer({ at, onTake, onClose }: DraftOfferProps) {
  return (
    <Banner
      tone="info"
      title={`You have a list from ${formatInstant(at)} that wasn’t started`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={onClose}>Dismiss</Button>
          <Button onClick={onTake}>Continue with it</Button>
        </div>
      }
    />
  );
}
