import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { withParams } from '#dashboard/lib/search-params.ts';

/** Changes parameters of the address without a step in the history; an empty text removes one. */
export function useSearchChange() {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (next: Record<string, string>) =>
    navigate({ pathname, search: String(withParams(search, next)) }, { replace: true });
}
