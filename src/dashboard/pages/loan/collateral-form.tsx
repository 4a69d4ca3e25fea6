import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { FormProvider, useFieldArray, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { LoanCollateral } from '#contract/loan-collateral.ts';
import { useRecordCollateral } from '#dashboard/api/loans/collateral.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { ChangedMeanwhile, useChangedMeanwhile } from '#dashboard/forms/changed-meanwhile.tsx';
import { DecimalField } from '#dashboard/forms/decimal-field.tsx';
import { focusField } from '#dashboard/forms/error-summary.tsx';
import { NoDrafts } from '#dashboard/forms/no-drafts.tsx';
import { loadSearch } from '#dashboard/forms/search-field.tsx';
import { withGroups } from '#dashboard/lib/convention.ts';
import { type Draft, type Drafts, useKeepTyped, useSameNumbers } from '#dashboard/lib/draft.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, IconButton } from '#dashboard/ui/button.tsx';
import { type Complain, DIGITS, isSame, readLine, typed } from './collateral-lines.ts';
import { FindToken } from './find-token.tsx';

interface CollateralFormProps {
  loan: LoanRow;
  before: LoanCollateral | undefined;
  drafts: Drafts;
  /** What was typed before and not saved. */
  restored: Draft | undefined;
  onClose: () => void;
}

/**
 * Records the collateral of a loan by hand. It says who and when, and is in the audit log. What is typed is kept until it
 * is saved or discarded.
 */
function CollateralForm({ loan, before, drafts, restored, onClose }: CollateralFormProps) {
  const saving = useRecordCollateral(loan.id);
  const { mutateAsync, isPending, error, reset, variables } = saving;
  const form = useForm<z.infer<typeof typed>>({
    defaultValues: z.safeParse(typed, restored?.values).data ?? {
      version: before?.version ?? 0,
      lines: (before?.lines ?? []).map(({ tokenId, name, quantity, price }) => ({
        tokenId,
        name,
        quantity: withGroups(quantity),
        price: price === null ? '' : withGroups(price),
      })),
    },
  });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' });
  useSameNumbers(form, ['quantity', 'price']);
  const [id] = useState(() => restored?.id ?? newUuid());
  const isKept = useKeepTyped(form.subscribe, id, (values) =>
    drafts.keep({ id, at: Date.now(), values: { ...values, loan: loan.id } }),
  );
  const close = () => {
    drafts.discard(id);
    onClose();
  };
  const present = before?.version ?? 0;
  const shown = before?.lines ?? [];
  const now = useWatch({ control: form.control, compute: ({ version, lines }) => ({ version, lines }) });
  const toPresent = () => form.setValue('version', present);
  const isChanged = useChangedMeanwhile({
    saving,
    present,
    version: now.version,
    isTyped: isSame(
      shown,
      now.lines.map((line) => readLine(line, loan.currency, () => null)),
    ),
    isSent: variables !== undefined && isSame(shown, variables.lines),
    onPresent: toPresent,
    onSaved: close,
  });
  const isSending = useRef(false);
  const save = form.handleSubmit(({ lines, version }) => {
    // One save at a time: a second press comes before the button shows that it is busy.
    if (isSending.current) return;
    const wrong: string[] = [];
    const read = lines.map((line, index) => {
      const complain: Complain = (field, message) => {
        form.setError(`lines.${index}.${field}`, { message });
        wrong.push(`lines.${index}.${field}`);
        return null;
      };
      return readLine(line, loan.currency, complain);
    });
    if (wrong[0] !== undefined) {
      focusField(wrong[0]);
      return;
    }
    isSending.current = true;
    // Its draft ends with it, also if the page has been left.
    return mutateAsync({ lines: read, version })
      .then(close, () => {})
      .finally(() => {
        isSending.current = false;
      });
  });
  return (
    <FormProvider {...form}>
      <form noValidate aria-label="Collateral by hand" onSubmit={save} className="flex flex-col gap-4 p-4">
        {restored && (
          <Banner tone="info" title={`Your draft of ${formatInstant(restored.at)} is restored`}>
            Save it, or cancel to discard it.
          </Banner>
        )}
        <ChangedMeanwhile
          {...{ error, isChanged }}
          refusal="The collateral was not saved"
          title="Someone has changed the collateral since you opened it"
          action={
            <Button
              onClick={() => {
                toPresent();
                reset();
                focusField('token');
              }}
            >
              Keep mine
            </Button>
          }
        >
          {shown.length === 0 && <p>None is recorded now.</p>}
          {shown.map(({ tokenId, name, quantity, price }) => (
            <p key={tokenId}>
              {withGroups(quantity)} × {clip(name ?? tokenId, 80)}
              {price !== null && ` at ${withGroups(price)}`}
            </p>
          ))}
          <p>If you keep yours, saving replaces this. Cancelling leaves it as it is.</p>
        </ChangedMeanwhile>
        {/* What is changed while it is saved would go with the form. */}
        <FindToken
          isSaving={isPending}
          currency={loan.currency}
          taken={fields.map(({ tokenId }) => tokenId)}
          onPick={({ id, name }) => append({ tokenId: id, name, quantity: '', price: '' })}
        />
        <ul className="divide-y divide-hairline">
          {fields.map(({ id, tokenId, name }, index) => (
            <li key={id}>
              <fieldset
                aria-label={clip(name ?? tokenId, 80)}
                className="grid items-start gap-3 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
              >
                <p className="font-medium wrap-anywhere sm:col-span-3">{clip(name ?? tokenId, 120)}</p>
                <DecimalField
                  name={`lines.${index}.quantity`}
                  label="Quantity"
                  unit="units"
                  digits={DIGITS}
                  readOnly={isPending}
                />
                <DecimalField
                  name={`lines.${index}.price`}
                  label="Price at origination (optional)"
                  unit={clip(loan.currency, 20)}
                  digits={DIGITS}
                  currency={loan.currency}
                  readOnly={isPending}
                />
                <IconButton
                  label={`Remove ${clip(name ?? tokenId, 80)}`}
                  icon={<Trash2 size={16} aria-hidden />}
                  disabled={isPending}
                  onClick={() => {
                    remove(index);
                    // The button that was pressed goes with its line.
                    requestAnimationFrame(() => focusField('token'));
                  }}
                  className="sm:mt-7.5"
                />
              </fieldset>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            look="primary"
            busy={isPending}
            disabled={fields.length === 0 && before === undefined}
          >
            {fields.length === 0 && before ? 'Remove collateral' : 'Save collateral'}
          </Button>
          <Button look="quiet" onClick={close} disabled={isPending}>
            Cancel
          </Button>
          {!isKept && <NoDrafts />}
        </div>
      </form>
    </FormProvider>
  );
}

/** The form, once its first field can take the focus. */
export const loadCollateralForm = () => loadSearch().then(() => CollateralForm);
