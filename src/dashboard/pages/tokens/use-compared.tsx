import { Columns2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { compareAddress } from '#dashboard/lib/token-addresses.ts';
import { MOST_COMPARED } from '#dashboard/lib/token-compare.ts';
import type { TokenRow } from '#dashboard/lib/token-fields.ts';
import { nameOfToken } from '#dashboard/lib/token-names.ts';
import type { Selection } from '#dashboard/table/selection.ts';
import { buttonClass } from '#dashboard/ui/button.tsx';

/** The tokens that are chosen to be compared, through every page and view of the list. */
export function useCompared(): Selection<TokenRow> {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set());
  return useMemo(
    () => ({ ids, onChange: setIds, label: nameOfToken, actions: <Compare ids={ids} /> }),
    [ids],
  );
}

function Compare({ ids }: { ids: ReadonlySet<string> }) {
  if (ids.size < 2) return <span className="text-muted">Choose two or more to compare</span>;
  if (ids.size > MOST_COMPARED) {
    return <span className="text-muted">{MOST_COMPARED} at most can be compared</span>;
  }
  return (
    <Link to={compareAddress([...ids])} className={`${buttonClass()} h-7! px-2.5! max-md:min-h-11!`}>
      <Columns2 size={14} aria-hidden />
      Compare {ids.size}
    </Link>
  );
}
