import type { LucideIcon } from 'lucide-react';
import CircleX from 'lucide-react/icons/circle-x';
import Coins from 'lucide-react/icons/coins';
import Contrast from 'lucide-react/icons/contrast';
import Copy from 'lucide-react/icons/copy';
import FileText from 'lucide-react/icons/file-text';
import History from 'lucide-react/icons/history';
import Keyboard from 'lucide-react/icons/keyboard';
import Landmark from 'lucide-react/icons/landmark';
import LogOut from 'lucide-react/icons/log-out';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Rows3 from 'lucide-react/icons/rows-3';
import User from 'lucide-react/icons/user';
import type { Role } from '#contract/permissions.ts';
import {
  cancelOrderAddress,
  entryAddress,
  loanAddress,
  loansAddress,
  memberAddress,
  orderAddress,
  runAddress,
  tokenAddress,
} from '#dashboard/api/addresses.ts';
import { customerAddress } from '#dashboard/api/customers/customer-keys.ts';
import type { Finding, Look, Term } from '#dashboard/api/http/search-term.ts';
import { standingOf } from '#dashboard/api/loans/standing.ts';
import { copyText } from '#dashboard/lib/clipboard.ts';
import { countOf, formatAmount } from '#dashboard/lib/figures.ts';
import { changeSettings, currentSettings } from '#dashboard/lib/settings.ts';
import { THEMES } from '#dashboard/lib/theme.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import { isRecordPage, lackFor, pages } from '../paths.ts';
import type { RecentRecord } from './recent.ts';

/** Choosing an option leads to an address or does something, which may have something to say. */
export type Option = {
  id: string;
  group: string;
  Icon: LucideIcon;
  label: string;
  detail?: string | undefined;
} & ({ to: string } | { run: Run });

type Run = () => Promise<string | undefined> | undefined;

/** Options for an empty query, or by name: the pages that these roles may open, and commands. */
export function standingOptions(
  roles: readonly Role[],
  recent: RecentRecord[],
  actions: { refresh: () => void; signOut: () => Promise<void>; showKeys: () => void },
): Option[] {
  const { theme, density } = currentSettings();
  const action = (id: string, Icon: LucideIcon, label: string, run: Run): Option => {
    return { id, group: 'Actions', Icon, label, run };
  };
  const other = density === 'compact' ? 'comfortable' : 'compact';
  const shown = Object.values(pages).filter((page) => !isRecordPage(page) && lackFor(page, roles) === null);
  return [
    ...shown.map(({ path, label }) => {
      return { id: `page ${path}`, group: 'Pages', Icon: FileText, label, to: path };
    }),
    ...recent.map(({ address, title }) => {
      return {
        id: `recent ${address}`,
        group: 'Recent',
        Icon: Landmark,
        label: clip(title, 120),
        to: address,
      };
    }),
    action('refresh', RefreshCw, 'Refresh this page', () => void actions.refresh()),
    action('address', Copy, 'Copy link to this page', async () =>
      (await copyText(location.href)) ? 'Link copied.' : 'The browser did not allow copying.',
    ),
    ...THEMES.filter((one) => one !== theme).map((one) =>
      action(`theme ${one}`, Contrast, `Theme: ${one}`, () => void changeSettings({ theme: one })),
    ),
    action('density', Rows3, `Density: ${other}`, () => void changeSettings({ density: other })),
    action('keys', Keyboard, 'Keyboard shortcuts', () => void actions.showKeys()),
    action('sign-out', LogOut, 'Sign out', () =>
      actions.signOut().then(
        () => undefined,
        () => 'Pledge can’t be reached. You’re still signed in.',
      ),
    ),
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

/** What can be done with what the looks have found, the best first. `salt` makes the keys of customers. */
export function foundOptions(term: Term, looks: Look[], salt: string, mayCancel: boolean): Option[] {
  const findings = looks.flatMap((look) => look.findings).sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const lent = new Set(findings.map((finding) => finding.kind === 'borrower' && finding.id));
  const options = findings.flatMap((finding) => optionsOf(finding, lent, salt, mayCancel));
  const isKnown = findings.some(({ kind }) => ['loan', 'order', 'run', 'request'].includes(kind));
  if (term.kind !== 'id' || isKnown) return options;
  const label = `Search all loans for ${truncateMiddle(term.text)}`;
  const look = found('search-all-loans', Landmark, label, loanAddress(term.text, undefined), 'Loan ID');
  const further = [look, ...(mayCancel && options.length === 0 ? [cancelOption(term.text, undefined)] : [])];
  const group = options.length > 0 ? 'Found' : 'Search further';
  return [...options, ...further.map((option) => ({ ...option, group }))];
}

function found(id: string, Icon: LucideIcon, label: string, to: string, detail: string): Option {
  return { id: `found ${id}`, group: 'Found', Icon, label, detail, to };
}

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

/** `lent` holds the borrowers whose loans are among the options already. */
function optionsOf(finding: Finding, lent: ReadonlySet<unknown>, salt: string, mayCancel: boolean): Option[] {
  switch (finding.kind) {
    case 'loan': {
      const { id, created_at, amount, currency, reason } = finding.loan;
      const { whole, fraction } = formatAmount(amount, currency);
      const label = `Loan ${truncateMiddle(id)}`;
      const money = `${whole}${fraction} ${clip(currency, 20)}`;
      const detail = joined(money, standingOf(finding.loan, Date.now()).words, clip(reason ?? '', 60));
      return [found(`loan ${id}`, Landmark, label, loanAddress(id, created_at), detail)];
    }
    case 'borrower': {
      const label = `${countOf(finding.loans, 'loan')} to this borrower`;
      const to = loansAddress({ borrower: finding.id });
      return [found(`borrower ${finding.id}`, User, label, to, 'in the loans loaded so far')];
    }
    case 'member': {
      const { _id, status, user } = finding.member;
      const name = clip([user.fname, user.lname].filter(Boolean).join(' '), 120);
      const detail = joined('Member', clip(status, 40));
      const own = found(`member ${_id}`, User, name || 'Unnamed member', memberAddress(_id), detail);
      if (lent.has(user._id)) return [own];
      const label = `Loans to ${name || 'this member'}`;
      const to = loansAddress({ borrower: user._id });
      return [own, found(`loans of ${user._id}`, Landmark, label, to, 'in Loans')];
    }
    case 'token': {
      const { id, name, symbol } = finding;
      const label = clip(name ?? '', 120) || 'Unnamed token';
      return [found(`token ${id}`, Coins, label, tokenAddress(id), joined('Token', clip(symbol ?? '', 40)))];
    }
    case 'order': {
      const { id, member } = finding;
      const label = `Order ${truncateMiddle(id)}`;
      const history = found(`order ${id}`, History, label, orderAddress(id), 'Who did what, and why');
      return mayCancel ? [history, cancelOption(id, member)] : [history];
    }
    case 'run': {
      const label = `Run ${truncateMiddle(finding.id)}`;
      return [found(`run ${finding.id}`, History, label, runAddress(finding.id), 'Cancellation run')];
    }
    case 'request': {
      const label = `Request ${truncateMiddle(finding.id)}`;
      return [found(`request ${finding.id}`, History, label, entryAddress(finding.id), 'In Activity')];
    }
    case 'customer': {
      const { email, name, trades } = finding;
      const label = clip(name ?? '', 120) || clip(email, 120);
      const detail = joined('Customer', countOf(trades, 'trade'));
      return [found(`customer ${email}`, User, label, customerAddress(salt, email), detail)];
    }
  }
}

function cancelOption(order: string, member: string | undefined): Option {
  const label = `Cancel order ${truncateMiddle(order)}`;
  return found(`cancel ${order}`, CircleX, label, cancelOrderAddress(order, member), 'Asks you to confirm');
}
