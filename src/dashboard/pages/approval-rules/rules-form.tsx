import { zodResolver } from '@hookform/resolvers/zod';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { ApprovalRules } from '#contract/approvals.ts';
import { minorDigits } from '#contract/money.ts';
import { changedRules } from '#dashboard/api/approvals/approval-words.ts';
import { useChangeRules } from '#dashboard/api/approvals/approvals.ts';
import { ChangedMeanwhile, useChangedMeanwhile } from '#dashboard/forms/changed-meanwhile.tsx';
import { DecimalField, PERCENT_DIGITS } from '#dashboard/forms/decimal-field.tsx';
import { NoDrafts } from '#dashboard/forms/no-drafts.tsx';
import { withGroups } from '#dashboard/lib/convention.ts';
import { percentOfRate } from '#dashboard/lib/decimal.ts';
import { type Drafts, useKeepTyped, useSameNumbers } from '#dashboard/lib/draft.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { focusHeading } from '#dashboard/ui/focus.ts';
import { Panel } from '#dashboard/ui/panel.tsx';
import type { KeptRules, RulesText } from './rules-draft.ts';
import { rulesSchema } from './rules-schema.ts';

type TextName = 'runLines.above' | `loanAmount.above.${string}` | 'loanToValue.above' | 'expiresAfterHours';

type FieldRules = Partial<Pick<ComponentProps<typeof DecimalField>, 'help' | 'currency' | 'digits'>>;

interface RulesFormProps {
  rules: ApprovalRules;
  version: number;
  currencies: readonly string[];
  drafts: Drafts;
  /** What was typed before and not saved. */
  kept: KeptRules | null;
}

export function RulesForm({ rules, version, currencies, drafts, ...restored }: RulesFormProps) {
  const saving = useChangeRules();
  const { mutateAsync, variables, isPending } = saving;
  const [kept, setKept] = useState(restored.kept);
  /** The rules that the form began with, or saved last: others aren't overwritten unseen. */
  const [seen, setSeen] = useState(kept ? { rules: kept.start, version: kept.version } : { rules, version });
  const form = useForm({
    resolver: zodResolver(rulesSchema),
    defaultValues: kept?.text ?? textOf(rules, currencies),
  });
  const present = { rules, version };
  const { register, handleSubmit, getValues, reset, subscribe, watch } = form;
  const typed = watch();
  const [saved, setSaved] = useState<number | null>(null);
  // Read in every render: only then does the form keep track of it.
  const { isDirty } = form.formState;
  useSameNumbers(form, ['above', 'expiresAfterHours']);
  const [id] = useState(() => kept?.id ?? newUuid());
  const keep = ({ rules: start, version }: typeof seen, text: RulesText) =>
    drafts.keep({ id, at: Date.now(), values: { start, version, text } });
  const isKept = useKeepTyped(subscribe, id, (text) => keep(seen, text));
  /** Goes on from rules that are in force, with what the form shows of them; null if what is in it isn't saved yet. */
  const goOn = (from: typeof seen, shown: RulesText | null) => {
    setSeen(from);
    setKept(null);
    if (!shown) return void keep(from, getValues());
    reset(shown);
    drafts.discard(id);
  };
  const begin = (shown: RulesText) => {
    goOn(present, shown);
    saving.reset();
    focusHeading();
  };
  const isTyped = isSame(textOf(rules, currencies), typed);
  const meanwhile = useChangedMeanwhile({
    saving,
    present: JSON.stringify(rules),
    version: JSON.stringify(seen.rules),
    isTyped,
    isSent: variables !== undefined && isSame({ ...rules, version: variables.version }, variables),
    onPresent: () => goOn(present, isTyped ? getValues() : null),
    onSaved() {
      goOn(present, getValues());
      saving.reset();
      setSaved(version);
    },
  });
  const save = handleSubmit((read) => {
    const sent = JSON.stringify(getValues());
    // If the rules are still those that were seen, nothing unseen is overwritten, even if their version differs.
    const from = isSame(seen.rules, rules) ? present : seen;
    return mutateAsync({ ...read, version: from.version }).then(
      (state) => {
        const text = getValues();
        const isAll = JSON.stringify(text) === sent;
        const waits = state.approval !== null;
        // What waits for a second administrator isn't in force, and is shown with its approval.
        const shown = waits ? textOf(state.rules, currencies) : text;
        // What was typed meanwhile isn't saved yet.
        goOn(state, isAll ? shown : null);
        setSaved(waits ? null : state.version);
        if (waits && isAll) focusHeading();
      },
      // A failure is shown above the button.
      () => {},
    );
  });
  const field = (name: TextName, label: string, unit: string, more?: FieldRules) => (
    <DecimalField key={name} digits={2} {...{ name, label, unit, ...more }} />
  );
  const toggle = (name: Exclude<keyof ApprovalRules, 'expiresAfterHours'>, label: string) => (
    <Checkbox
      className="flex min-h-9 cursor-pointer items-center gap-2.5 font-medium max-md:min-h-11"
      defaultChecked={rules[name].on}
      {...register(`${name}.on`)}
    >
      {label}
    </Checkbox>
  );
  return (
    <FormProvider {...form}>
      <form noValidate className="flex flex-col gap-4" onSubmit={save}>
        {kept && (
          <Banner
            tone="info"
            title={`Your draft of ${formatInstant(kept.at)} is restored`}
            action={
              <Button look="quiet" onClick={() => begin(textOf(rules, currencies))}>
                Discard draft
              </Button>
            }
          />
        )}
        <Rule title="Runs">
          {toggle('runLines', 'Large runs need approval')}
          {field('runLines.above', 'More orders than', 'orders')}
        </Rule>
        <Rule title="Loan amount">
          {toggle('loanAmount', 'Large loans need approval')}
          {Object.keys(textOf(rules, currencies).loanAmount.above).map((currency) =>
            field(`loanAmount.above.${currency}`, `Above (${currency})`, currency, {
              help: 'Leave empty for no limit',
              digits: minorDigits(currency),
              currency,
            }),
          )}
        </Rule>
        <Rule title="Loan-to-value">
          {toggle('loanToValue', 'Loans with a high loan-to-value need approval')}
          {field('loanToValue.above', 'Loan-to-value above (%)', '%', { digits: PERCENT_DIGITS })}
        </Rule>
        <Rule title="Late borrower">
          {toggle('lateBorrower', 'Loans to a borrower with a late or defaulted loan need approval')}
        </Rule>
        <Rule title="These rules">
          {toggle('changedRules', 'Changes to these rules need approval by a second administrator')}
          {field('expiresAfterHours', 'Requests expire after (hours)', 'hours')}
        </Rule>
        <ChangedMeanwhile
          {...meanwhile}
          refusal="The rules were not changed"
          title="Someone has changed the rules since you opened this page"
          action={<Button onClick={() => begin(textOf(rules, currencies))}>Show the new rules</Button>}
          focus={focusHeading}
        >
          {changedRules(seen.rules, rules).map(({ label, value }) => (
            <p key={label}>
              {label}: {value}
            </p>
          ))}
          <p>If you keep yours, saving replaces this. Showing them discards what you changed here.</p>
        </ChangedMeanwhile>
        <div className="flex flex-wrap items-center justify-end gap-3">
          {saved === version && !isDirty && (
            <p role="status" className="text-success">
              The rules are saved and in force.
            </p>
          )}
          {!isKept && <NoDrafts />}
          <Button type="submit" look="primary" busy={isPending}>
            Save rules
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

function Rule({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div className="flex flex-col gap-3 p-4">{children}</div>
    </Panel>
  );
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Rules as the form shows them, with a field for each currency that is lent or has a limit. */
function textOf(rules: ApprovalRules, currencies: readonly string[]): RulesText {
  const { runLines, loanAmount, loanToValue } = rules;
  const grouped = (decimal: string | number) => withGroups(String(decimal));
  const known = [...new Set([...currencies, ...Object.keys(loanAmount.above)])].sort();
  const limits = known.map((currency) => [currency, grouped(loanAmount.above[currency] ?? '')]);
  return {
    ...rules,
    runLines: { ...runLines, above: grouped(runLines.above) },
    loanAmount: { ...loanAmount, above: Object.fromEntries(limits) },
    loanToValue: { ...loanToValue, above: grouped(percentOfRate(String(loanToValue.above))) },
    expiresAfterHours: grouped(rules.expiresAfterHours),
  };
}
