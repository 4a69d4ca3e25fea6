import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** Changes parameters of the address without a step in the history; an empty text removes one. */
export function useSearchChange() {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (next: Record<string, string>) => {
    const to = new URLSearchParams(search);
    for (const [name, value] of Object.entries(next)) {
      if (value === '') to.delete(name);
      else to.set(name, value);
    }
    navigate({ pathname, search: to.toString() }, { replace: true });
  };
}
