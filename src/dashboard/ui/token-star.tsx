import { Star } from 'lucide-react';

interface TokenStarProps {
  /** The token's name. */
  name: string;
  starred: boolean;
  /** Why no star can be given now. */
  refusal?: string | undefined;
  onToggle: () => void;
}

/** Puts a token on the watchlist, or takes it off. */
export function TokenStar({ name, starred, refusal, onToggle }: TokenStarProps) {
  const refused = starred ? undefined : refusal;
  return (
    <button
      type="button"
      aria-pressed={starred}
      aria-label={`Watch ${name}`}
      aria-disabled={refused !== undefined || undefined}
      title={refused ?? (starred ? 'Take off the watchlist' : 'Put on the watchlist')}
      onClick={refused === undefined ? onToggle : undefined}
      className="inline-flex size-7 max-md:size-11 shrink-0 items-center justify-center rounded-control text-faint transition-colors hover:bg-active hover:text-text aria-pressed:text-warning aria-disabled:cursor-not-allowed aria-disabled:hover:bg-transparent aria-disabled:hover:text-faint"
    >
      <Star size={15} aria-hidden fill={starred ? 'currentColor' : 'none'} />
    </button>
  );
}
