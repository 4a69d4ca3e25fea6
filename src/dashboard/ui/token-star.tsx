import { Star } from 'lucide-react';

interface TokenStarProps {
  /** The token's name. */
  name: string;
  starred: boolean;
  onToggle: () => void;
}

/** Puts a token on the watchlist, or takes it off. */
export function TokenStar({ name, starred, onToggle }: TokenStarProps) {
  return (
    <button
      type="button"
      aria-pressed={starred}
      aria-label={`Watch ${name}`}
      title={starred ? 'Take off the watchlist' : 'Put on the watchlist'}
      onClick={onToggle}
      className="inline-flex size-7 max-md:size-11 shrink-0 items-center justify-center rounded-control text-faint transition-colors hover:bg-active hover:text-text aria-pressed:text-warning"
    >
      <Star size={15} aria-hidden fill={starred ? 'currentColor' : 'none'} />
    </button>
  );
}
