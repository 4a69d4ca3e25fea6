import type { QueryClient } from '@tanstack/react-query';
import {
  Coins,
  Contrast,
  Copy,
  FileText,
  Keyboard,
  Landmark,
  LogOut,
  type LucideIcon,
  RefreshCw,
  Rows3,
  User,
} from 'lucide-react';
import type { Finding, Look, Term } from '#dashboard/api/lookup.ts';
import { loanAddress, loansAddress, memberAddress } from '#dashboard/lib/addresses.ts';
import { customerAddress } from '#dashboard/lib/customer-addresses.ts';
import { countOf, formatAmount } from '#dashboard/lib/figures.ts';
import { changeSettings, currentSettings } from '#dashboard/lib/settings.ts';
import { THEMES } from '#dashboard/lib/theme.ts';
import { tokenAddress } from '#dashboard/lib/token-addresses.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import { isRecordPage, type Page, pages } from './paths.ts';
import type { RecentRecord } from './recent.ts';

/** What choosing an option does. */
export type Deed =
  | { kind: 'go'; to: string }
  | { kind: 'copy'; text: string; what: string }
  | { kind: 'do'; run: () => void | Promise<void>; failed?: string };

export interface Option {
  id: string;
  group: string;
  Icon: LucideIcon;
  label: string;
  /** What it is, or what more is known of it. */
  detail?: string | undefined;
  /** What choosing it does. */
  verb: string;
  deed: Deed;
}

/** What somebody may want before they have typed anything, or by its name. */
export function standingOptions(
  recent: RecentRecord[],
  actions: { refresh: () => void; signOut: () => Promise<void>; showKeys: () => void },
): Option[] {
  const { theme, density } = currentSettings();
  const action = (id: string, Icon: LucideIcon, label: string, deed: Deed): Option => ({
    id,
    group: 'Actions',
    Icon,
    label,
    verb: 'Do',
    deed,
  });
  const otherDensity = density === 'compact' ? 'comfortable' : 'compact';
  return [
    ...Object.values<Page>(pages)
      .filter((page) => !isRecordPage(page))
      .map(
        ({ path, label }): Option => ({
          id: `page ${path}`,
          group: 'Pages',
          Icon: FileText,
          label,
          verb: 'Go',
          deed: { kind: 'go', to: path },
        }),
      ),
    ...recent.map(
      ({ address, title }): Option => ({
        id: `recent ${address}`,
        group: 'Recent',
        Icon: Landmark,
        label: clip(title, 120),
        verb: 'Open',
        deed: { kind: 'go', to: address },
      }),
    ),
    action('refresh', RefreshCw, 'Refresh what is shown', { kind: 'do', run: actions.refresh }),
    action('address', Copy, 'Copy this page’s address', {
      kind: 'copy',
      text: location.href,
      what: 'The address',
    }),
    ...THEMES.filter((other) => other !== theme).map((other) =>
      action(`theme ${other}`, Contrast, `Theme: ${other === 'system' ? 'as the system has it' : other}`, {
        kind: 'do',
        run: () => void changeSettings({ theme: other }),
      }),
    ),
    action('density', Rows3, `Density: ${otherDensity}`, {
      kind: 'do',
      run: () => void changeSettings({ density: otherDensity }),
    }),
    action('keys', Keyboard, 'Keyboard shortcuts', { kind: 'do', run: actions.showKeys }),
    action('sign-out', LogOut, 'Sign out', {
      kind: 'do',
      run: actions.signOut,
      failed: 'The desk’s server could not be reached: you are still signed in.',
    }),
  ];
}

/** The options whose words begin as the query's do, in any order. */
export function namedBy(query: string, options: Option[]): Option[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter(({ group, label }) => {
    const words = `${label} ${group}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
}

/** What can be done with what the looks have found. `salt` makes the keys of customers. */
export function foundOptions(term: Term, looks: Look[], salt: string): Option[] {
  const findings = looks.flatMap((look) => look.findings);
  const lent = new Set(findings.map((finding) => finding.kind === 'borrower' && finding.id));
  const found = findings.flatMap((finding) => optionsOf(finding, lent, salt));
  const hasLoan = findings.some(({ kind }) => kind === 'loan');
  if (term.kind === 'email' || hasLoan) return found;
  const look: Option = {
    id: 'look-for-loan',
    group: 'Found',
    Icon: Landmark,
    label: `Look for loan ${truncateMiddle(term.text)}`,
    detail: 'among all loans, page by page',
    verb: 'Open',
    deed: { kind: 'go', to: loanAddress(term.text, undefined) },
  };
  return [...found, { ...look, group: found.length > 0 ? 'Found' : 'Look further' }];
}

/** `lent` holds the borrowers whose loans are among the options already. */
function optionsOf(finding: Finding, lent: ReadonlySet<unknown>, salt: string): Option[] {
  const option = (id: string, Icon: LucideIcon, rest: Omit<Option, 'id' | 'group' | 'Icon'>): Option => ({
    id: `found ${id}`,
    group: 'Found',
    Icon,
    ...rest,
  });
  switch (finding.kind) {
    case 'loan': {
      const { id, created_at, amount, currency, status } = finding.loan;
      const figure = amount === undefined ? null : formatAmount(amount, currency);
      const sum = figure && `${figure.whole}${figure.fraction} ${clip(currency ?? '', 20)}`.trim();
      return [
        option(`loan ${id}`, Landmark, {
          label: `Loan ${truncateMiddle(id)}`,
          detail: [sum, clip(status ?? '', 40)].filter(Boolean).join(' · '),
          verb: 'Open',
          deed: { kind: 'go', to: loanAddress(id, created_at) },
        }),
      ];
    }
    case 'borrower':
      return [
        option(`borrower ${finding.id}`, User, {
          label: `${countOf(finding.loans, 'loan')} to this borrower`,
          detail: 'of those loaded here',
          verb: 'Open',
          deed: { kind: 'go', to: loansAddress({ borrower: finding.id }) },
        }),
      ];
    case 'member': {
      const { _id, status, user } = finding.member;
      const name = [user?.fname, user?.lname].filter(Boolean).join(' ');
      const id = user?._id ?? _id;
      const detail = ['Member', clip(status ?? '', 40)].filter(Boolean).join(' · ');
      const options = [
        option(`member ${_id ?? id}`, User, {
          label: clip(name, 120) || 'A member without a name',
          detail,
          ...(_id === undefined
            ? { verb: 'Copy user id', deed: { kind: 'copy', text: id ?? '', what: 'The user id' } }
            : { verb: 'Open', deed: { kind: 'go', to: memberAddress(_id) } }),
        }),
      ];
      if (user?._id !== undefined && !lent.has(user._id)) {
        options.push(
          option(`loans of ${user._id}`, Landmark, {
            label: `Loans to ${clip(user.fname ?? '', 60) || 'this member'}`,
            detail: 'in the list of all loans',
            verb: 'Open',
            deed: { kind: 'go', to: loansAddress({ borrower: user._id }) },
          }),
        );
      }
      return options;
    }
    case 'token':
      return [
        option(`token ${finding.id}`, Coins, {
          label: clip(finding.name ?? '', 120) || 'A token without a name',
          detail: ['Token', clip(finding.symbol ?? '', 40)].filter(Boolean).join(' · '),
          verb: 'Open',
          deed: { kind: 'go', to: tokenAddress(finding.id) },
        }),
      ];
    case 'customer':
      return [
        option(`customer ${finding.email}`, User, {
          label: clip(finding.name ?? '', 120) || clip(finding.email, 120),
          detail: `Customer · ${countOf(finding.trades, 'trade')}`,
          verb: 'Open',
          deed: { kind: 'go', to: customerAddress(salt, finding.email) },
        }),
      ];
  }
}

/** Asks anew for everything that is on the page. */
export function refreshShown(client: QueryClient): void {
  client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'desk' && name !== 'all' });
  const all = client.getQueryData<{ read(): { asOf: number; refresh(): void } }>(['all', 'loans'])?.read();
  if (all && all.asOf > 0) all.refresh();
}
