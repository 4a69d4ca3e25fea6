import type { LucideIcon } from 'lucide-react';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Coins from 'lucide-react/icons/coins';
import Columns3 from 'lucide-react/icons/columns-3';
import FileText from 'lucide-react/icons/file-text';
import HandCoins from 'lucide-react/icons/hand-coins';
import History from 'lucide-react/icons/history';
import IdCard from 'lucide-react/icons/id-card';
import Landmark from 'lucide-react/icons/landmark';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Scale from 'lucide-react/icons/scale';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Stethoscope from 'lucide-react/icons/stethoscope';
import UserRound from 'lucide-react/icons/user-round';
import UsersRound from 'lucide-react/icons/users-round';
import type { ComponentType } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useDesk } from '#dashboard/api/session/session.ts';
import { latePart } from '#dashboard/ui/late-part.tsx';
import { lackFor, type Page, pageAt, pages } from '../paths.ts';

const RunBadge = latePart(() => import('./badges.tsx').then((module) => module.RunBadge));
const ApprovalBadge = latePart(() => import('./badges.tsx').then((module) => module.ApprovalBadge));
const OpenBadge = latePart(() => import('./badges.tsx').then((module) => module.OpenBadge));

interface Entry {
  page: Page;
  Icon: LucideIcon;
  /** A page of the same entry. It is linked if the person may not open the first one. */
  instead?: Page;
  Badge?: ComponentType;
}

const groups: { label: string; entries: Entry[] }[] = [
  {
    label: 'Credit',
    entries: [
      { page: pages.overview, Icon: LayoutDashboard },
      { page: pages.loans, Icon: Landmark },
      { page: pages.newLoan, Icon: HandCoins },
      { page: pages.cover, Icon: ShieldCheck },
      { page: pages.terms, Icon: Scale },
    ],
  },
  {
    label: 'Market',
    entries: [
      { page: pages.tokens, Icon: Coins },
      { page: pages.compare, Icon: Columns3 },
    ],
  },
  { label: 'Customers', entries: [{ page: pages.customers, Icon: UsersRound }] },
  {
    label: 'Members',
    entries: [
      { page: pages.members, Icon: IdCard },
      { page: pages.cancelOrders, Icon: CircleX, instead: pages.runs, Badge: RunBadge },
    ],
  },
  {
    label: 'Audit',
    entries: [
      { page: pages.activity, Icon: History, Badge: OpenBadge },
      { page: pages.approvals, Icon: CircleCheck, Badge: ApprovalBadge },
      { page: pages.auditLog, Icon: FileText },
    ],
  },
];

const foot: Entry[] = [
  { page: pages.people, Icon: UserRound },
  { page: pages.diagnostics, Icon: Stethoscope },
  { page: pages.settings, Icon: Settings },
];

const linked = [...groups.flatMap(({ entries }) => entries), ...foot].map(({ page }) => page);

/** Whether a page has no link of its own, and its address is below that of the entry. */
function isPartOf({ page, instead = page }: Entry, here: Page): boolean {
  return !linked.includes(here) && (here === instead || here.path.startsWith(`${instead.path}/`));
}

/** In a low window the page's link may be out of view. The browser's own way would scroll the page, too. */
function showInNavigation(link: HTMLAnchorElement | null): void {
  const nav = link?.closest('nav');
  if (!link || !nav) return;
  const { offsetTop: top, offsetHeight: height } = link;
  nav.scrollTop = Math.min(top, Math.max(nav.scrollTop, top + height - nav.clientHeight));
}

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const here = pageAt(useLocation().pathname)?.page;
  const roles = useDesk().session?.roles ?? [];
  const list = (entries: Entry[]) =>
    entries.flatMap((entry) => {
      const { page: first, instead = first, Icon, Badge } = entry;
      const page = [first, instead].find((one) => lackFor(one, roles) === null);
      if (!page) return [];
      const current = here === page ? 'page' : here && isPartOf(entry, here) ? 'true' : undefined;
      return (
        <li key={page.path}>
          <Link
            to={page.path}
            ref={current ? showInNavigation : undefined}
            aria-current={current}
            onClick={onNavigate}
            className="flex min-h-8 flex-wrap items-center gap-x-2.5 rounded-control px-2 font-medium text-soft transition-colors hover:bg-hover aria-[current]:bg-accent-soft aria-[current]:text-accent-text max-lg:min-h-11"
          >
            <Icon size={16} aria-hidden className="shrink-0" />
            {page.label}
            {Badge && <Badge />}
          </Link>
        </li>
      );
    });
  return (
    <nav aria-label="Pages" className="relative flex flex-1 flex-col gap-4 overflow-y-auto px-3 py-2">
      {groups.map(({ label, entries }) => {
        const links = list(entries);
        if (links.length === 0) return null;
        return (
          <div key={label}>
            <p id={`pages-${label}`} className="px-2 pb-1 font-medium text-label text-muted">
              {label}
            </p>
            <ul aria-labelledby={`pages-${label}`}>{links}</ul>
          </div>
        );
      })}
      <ul className="mt-auto pt-2 pb-1">{list(foot)}</ul>
    </nav>
  );
}
