import {
  CircleCheck,
  CircleX,
  Coins,
  Columns3,
  FileText,
  HandCoins,
  History,
  IdCard,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Scale,
  Settings,
  ShieldCheck,
  Stethoscope,
  UserRound,
  UsersRound,
} from 'lucide-react';
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
  /** Pages that are part of it and have no link of their own. */
  holds?: Page[];
  /** The page to link to where the person may not open the first. */
  instead?: Page;
  /** What there is to do on it. */
  Badge?: ComponentType;
}

const groups: { label: string; entries: Entry[] }[] = [
  {
    label: 'Credit',
    entries: [
      { page: pages.overview, Icon: LayoutDashboard },
      { page: pages.loans, Icon: Landmark, holds: [pages.loan] },
      { page: pages.newLoan, Icon: HandCoins },
      { page: pages.cover, Icon: ShieldCheck },
      { page: pages.terms, Icon: Scale },
    ],
  },
  {
    label: 'Market',
    entries: [
      { page: pages.tokens, Icon: Coins, holds: [pages.token] },
      { page: pages.compare, Icon: Columns3 },
    ],
  },
  { label: 'Customers', entries: [{ page: pages.customers, Icon: UsersRound, holds: [pages.customer] }] },
  {
    label: 'Members',
    entries: [
      { page: pages.members, Icon: IdCard, holds: [pages.member] },
      {
        page: pages.cancelOrders,
        Icon: CircleX,
        holds: [pages.runs, pages.run],
        instead: pages.runs,
        Badge: RunBadge,
      },
    ],
  },
  {
    label: 'Audit',
    entries: [
      { page: pages.activity, Icon: History, holds: [pages.entry], Badge: OpenBadge },
      {
        page: pages.approvals,
        Icon: CircleCheck,
        holds: [pages.approval, pages.approvalRules],
        Badge: ApprovalBadge,
      },
      { page: pages.auditLog, Icon: FileText },
    ],
  },
];

const foot: Entry[] = [
  { page: pages.people, Icon: UserRound },
  { page: pages.diagnostics, Icon: Stethoscope },
  { page: pages.settings, Icon: Settings },
];

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const here = pageAt(useLocation().pathname)?.page;
  const roles = useDesk().session?.roles ?? [];
  const list = (entries: Entry[]) =>
    entries.flatMap(({ page: first, instead = first, Icon, Badge, holds = [] }) => {
      const page = [first, instead].find((one) => lackFor(one, roles) === null);
      if (!page) return [];
      return (
        <li key={page.path}>
          <Link
            to={page.path}
            aria-current={here === page ? 'page' : here && holds.includes(here) ? 'true' : undefined}
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
    <nav aria-label="Pages" className="flex flex-1 flex-col gap-4 overflow-y-auto px-3 py-2">
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
