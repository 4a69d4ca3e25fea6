import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import type { ReactNode } from 'react';
import { readTimestamp } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { CopyId } from './copy-id.tsx';
import { DateTime, UnreadableDate } from './date-time.tsx';
import { Unknown } from './unknown.tsx';

/** A value of the service, or that it gave none. */
export function known<Value>(
  value: Value | undefined,
  name: string,
  show: (value: Value) => ReactNode,
): ReactNode {
  return value === undefined ? <Unknown reason={`No ${name} returned.`} /> : show(value);
}

export function knownId(id: string | undefined, name: string): ReactNode {
  return known(id || undefined, name, (whole) => <CopyId id={whole} name={name} />);
}

export function knownText(text: string | null | undefined, name: string, most = 400): ReactNode {
  return known(text || undefined, name, (whole) => <bdi>{clip(whole, most)}</bdi>);
}

/** A timestamp in the reader's zone; in brief, its day alone. `at` is its instant, null if it can't be read. */
export function knownTime(
  text: string | undefined,
  name = 'date',
  brief = false,
  at = readTimestamp(text ?? ''),
): ReactNode {
  return known(text || undefined, name, (whole) =>
    at === null ? <UnreadableDate text={whole} /> : <DateTime at={at} brief={brief} />,
  );
}

/** Yes or no; `lack` is why neither is known. */
export function Flag({ value, lack }: { value: boolean | undefined; lack: string }) {
  if (value === undefined) return <Unknown reason={lack} />;
  return (
    <span className={`inline-flex items-center gap-1.5 ${value ? '' : 'text-muted'}`}>
      {value ? <Check size={14} aria-hidden className="text-success" /> : <Minus size={14} aria-hidden />}
      {value ? 'Yes' : 'No'}
    </span>
  );
}
