import { useQueryClient } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { preloadPage } from './page-parts.ts';
import { type Page, pages } from './paths.ts';

const groups = [{ label: 'Credit', links: [{ page: pages.loans, Icon: Landmark }] }];

/** The links to the desk's pages. Code and data of a page are fetched as soon as its link is approached. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const approach = useApproach();
  return (
    <nav aria-label="Pages" className="flex flex-1 flex-col gap-4 overflow-y-auto px-3 py-2">
      {groups.map(({ label, links }) => (
        <div key={label}>
          <p id={`pages-${label}`} className="px-2 pb-1 font-medium text-label text-muted">
            {label}
          </p>
          <ul aria-labelledby={`pages-${label}`}>
            {links.map(({ page, Icon }) => (
              <li key={page.path}>
                <NavLink
                  to={page.path}
                  onClick={onNavigate}
                  onPointerEnter={() => approach(page)}
                  onPointerDown={() => approach(page)}
                  onFocus={() => approach(page)}
                  className="flex h-8 items-center gap-2.5 rounded-control px-2 font-medium text-soft transition-colors hover:bg-hover aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text max-lg:h-11"
                >
                  <Icon size={16} aria-hidden className="shrink-0" />
                  {page.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function useApproach() {
  const client = useQueryClient();
  return (page: Page) => {
    // If it fails here, it fails again where it is needed, and is told there.
    preloadPage(page, client, new URLSearchParams()).catch(() => {});
  };
}
