import type { Approval, LoanState } from '#contract/approvals.ts';
import { ruleLines } from '#dashboard/api/approvals/approval-words.ts';
import { dueText } from '#dashboard/api/loans/terms.ts';
import { currencyAmount, requestedLoan } from '#dashboard/api/operations/entry-facts.ts';
import { countOf, formatRate } from '#dashboard/lib/figures.ts';
import { limitText, percentText } from '#dashboard/lib/percent.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import type { Definition } from '#dashboard/ui/definition-list.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';

const PledgedTokens = lazyPart(() => import('./pledged-tokens.tsx').then((module) => module.PledgedTokens));

interface LoanContext {
  nameOf: (userId: string) => string | undefined;
  now: number;
}

export function requestItems(approval: Approval, context: LoanContext): Definition[] {
  const { kind, request } = approval;
  if (kind === 'changeRules') return ruleLines(request.rules);
  if (kind === 'createLoan') return loanItems(approval, context);
  return [
    { label: 'Cancellations', value: countOf(Number(request.lines) || 0, 'order') },
    { label: 'Orders', value: 'Every order and its member are listed in the run.' },
    { label: 'Note', value: request.note ? clip(String(request.note), 2_000) : null },
  ];
}

function loanItems({ request, loan, asked, state }: Approval, { nameOf, now }: LoanContext): Definition[] {
  const body = requestedLoan({ body: request });
  const { currency } = body;
  const shown = figuresOf(loan, currency);
  const before = asked && figuresOf(asked.loan, currency);
  const note = (figure: keyof typeof shown, ...others: (string | null)[]) =>
    [...others, before && before[figure] !== shown[figure] && `${before[figure]} when requested`]
      .filter(Boolean)
      .join(' · ');
  const bank = [body.bank_name, body.bank_code, body.account_number].filter(Boolean).join(' · ');
  return [
    {
      label: 'Borrower',
      value: body.user_id && (
        <>
          <bdi className="block font-medium">{clip(nameOf(body.user_id) ?? '', 80)}</bdi>
          <CopyId id={body.user_id} name="borrower’s user ID" />
        </>
      ),
    },
    { label: 'Amount', value: currencyAmount(body.amount, currency) },
    { label: 'Total repayable', value: currencyAmount(body.repayment_amount, currency) },
    {
      label: 'Monthly interest rate',
      value: body.interest_rate !== undefined && formatRate(body.interest_rate),
    },
    state === 'waiting'
      ? { label: 'Due date', value: body.duration && dueText(body.duration, now), note: 'If approved today' }
      : { label: 'Term', value: body.duration && countOf(body.duration, 'month') },
    {
      label: 'Collateral',
      value: body.collaterals && <PledgedTokens.Apart lines={body.collaterals} />,
      note: note('worth', shown.worth),
    },
    { label: 'Loan-to-value', value: shown.loanToValue, note: note('loanToValue', shown.limit) },
    { label: 'Late loans', value: shown.late, note: note('late') },
    { label: 'Reason', value: body.reason && clip(body.reason, 500) },
    { label: 'Repayment account', value: bank && clip(bank, 300) },
  ];
}

function figuresOf(loan: LoanState | null, currency: string | undefined) {
  const { collateralValue, loanToValue, termsLimit, late } = loan ?? {};
  return {
    worth: collateralValue == null ? 'Worth not known' : `Worth ${currencyAmount(collateralValue, currency)}`,
    loanToValue: loanToValue == null ? 'Not known' : percentText(loanToValue),
    limit: termsLimit == null ? null : `The terms allow ${limitText(termsLimit)}`,
    late: late == null ? 'Not known' : countOf(late, 'late or defaulted loan'),
  };
}
