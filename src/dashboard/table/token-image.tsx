import { useState } from 'react';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { imageAddress, initialsOf } from '#dashboard/api/tokens/token-names.ts';
import { Badge } from '#dashboard/ui/badge.tsx';

type TokenImageProps = { token: Pick<TokenRow, 'image' | 'name' | 'symbol'>; size?: keyof typeof sizes };

const sizes = {
  row: { pixels: 24, box: 'size-6 text-[0.625rem]' },
  card: { pixels: 36, box: 'size-9 text-label' },
  page: { pixels: 48, box: 'size-12 text-body' },
};

/** Addresses without an image: rows come and go while a list scrolls, and needn't ask again each time. */
const failed = new Set<string>();
const MOST_FAILED = 5_000;

/** A token's image over its initials, which stay where there is none; the place is kept either way. */
export function TokenImage({ token, size = 'row' }: TokenImageProps) {
  const { pixels, box } = sizes[size];
  const address = imageAddress(token.image);
  return (
    <span
      aria-hidden
      className={`relative inline-flex shrink-0 select-none items-center justify-center overflow-hidden rounded-control bg-active font-medium text-soft ${box}`}
    >
      {initialsOf(token)}
      {address !== null && <Loading key={address} {...{ address, pixels }} />}
    </span>
  );
}

/** The image, seen once it is there. The host learns nothing of the page that it is on. */
function Loading({ address, pixels }: { address: string; pixels: number }) {
  const [state, setState] = useState(() => (failed.has(address) ? 'failed' : 'loading'));
  if (state === 'failed') return null;
  return (
    <img
      src={address}
      alt=""
      width={pixels}
      height={pixels}
      // While the page is only prerendered, no host of an image is asked for anything.
      loading="lazy"
      decoding="async"
      fetchPriority="low"
      referrerPolicy="no-referrer"
      draggable={false}
      onLoad={() => setState('there')}
      onError={() => {
        if (failed.size < MOST_FAILED) failed.add(address);
        setState('failed');
      }}
      className={`absolute inset-0 size-full bg-panel object-cover ${state === 'there' ? '' : 'opacity-0'}`}
    />
  );
}

/** Marks a token that can't be traded any more. */
export function TokenEnded({ token }: { token: TokenRow }) {
  return (
    <span className="flex shrink-0 gap-1 empty:hidden">
      {token.exited && <Badge tone="warning">Exited</Badge>}
      {token.cancelled && <Badge tone="danger">Cancelled</Badge>}
    </span>
  );
}
