import { useSearchParams } from 'react-router-dom';
import { useSearchChange } from './use-search-change.ts';

/** The member that the address names, or else the draft. */
export function useMemberParam(drafted: string): [string, (id: string) => void] {
  const [search] = useSearchParams();
  const change = useSearchChange();
  return [(search.get('member') ?? drafted).trim(), (member) => change({ member })];
}
