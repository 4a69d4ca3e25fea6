import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { FormProvider, useFieldArray, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { CollateralContent, LoanCollateral } from '#contract/loan-collateral.ts';
import { MAX_COLLATERAL_LINES } from '#contract/loans.ts';
import { useRecordCollateral } from '#dashboard/api/loans/collateral.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { type Pledgeable, usePledgeable } from '#dashboard/api/tokens/pledgeable.ts';
import { ChangedMeanwhile, useChangedMeanwhile } from '#dashboard/forms/changed-meanwhile.tsx';
import { DecimalField } from '#dashboard/forms/decimal-field.tsx';
import { focusField } from '#dashboard/forms/error-summary.tsx';
import { NoDrafts } from '#dashboard/forms/no-drafts.tsx';
import { loadSearch, SearchField } from '#dashboard/forms/search-field.tsx';
import { withGroups } from '#dashboard/lib/convention.ts';
import { type Draft, type Drafts, useKeepTyped, useSameNumbers } from '#dashboard/lib/draft.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { useDebounced } from '#dashboard/lib/use-debounced.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, IconButton } from '#dashboard/ui/button.tsx';
import { DIGITS, isSame, readLine, readTyped, type Typed, typed } from './collateral-lines.ts';

/**
 * Records the collateral of a loan by hand. It says who and when, and is in the audit log. What is typed is kept until it
 * is saved or discarded; `restored` is what was typed before.
 */
function CollateralForm(props: {
  loan: LoanRow;
  before: LoanCollateral | undefined;
  drafts: Drafts;
  restored: Draft | undefined;
  onClose: () => void;
}) {
  const { loan, before, drafts, restored, onClose } = props;
  const { currency } = loan;
  const saving = useRecordCollateral(loan.id);
  const present = before?.version ?? 0;
  const shown = before?.lines ?? [];
  const form = useForm<Typed, unknown, CollateralContent>({
    resolver: (values) => readTyped(values, currency),
    defaultValues: z.safeParse(typed, restored?.values).data ?? {
      version: present,
      lines: shown.map(({ tokenId, name, quantity, price }) => ({
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
  const now = useWatch({ control: form.control, compute: ({ version, lines }) => ({ version, lines }) });
  const meanwhile = useChangedMeanwhile({
    saving,
    present,
    version: now.version,
    isTyped: isSame(
      shown,
      now.lines.map((line) => readLine(line, currency, () => null)),
    ),
    isSent: isSame(shown, saving.variables?.lines),
    onPresent: () => form.setValue('version', present),
    onSaved: close,
  });
  // While it is being saved, a second press does nothing, and a change would be lost when the form closes.
  const busy = form.formState.isSubmitting;
  const shared = { digits: DIGITS, readOnly: busy };
  // Its draft ends with it, also if the page has been left.
  const save = form.handleSubmit((read) => saving.mutateAsync(read).then(close, () => {}));
  return (
    <FormProvider {...form}>
      <form noValidate aria-label="Collateral by hand" onSubmit={save} className="flex flex-col gap-4 p-4">
        {restored && (
          <Banner tone="info" title={`Your draft of ${formatInstant(restored.at)} is restored`}>
            Save it, or cancel to discard it.
          </Banner>
        )}
        <ChangedMeanwhile
          {...meanwhile}
          refusal="The collateral was not saved"
          title="Someone has changed the collateral since you opened it"
          focus={() => focusField('token')}
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
        <FindToken
          disabled={busy || fields.length >= MAX_COLLATERAL_LINES}
          isOffered={(token) =>
            token.currency === currency && !fields.some(({ tokenId }) => tokenId === token.id)
          }
          currency={currency}
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
                <DecimalField {...shared} name={`lines.${index}.quantity`} label="Quantity" unit="units" />
                <DecimalField
                  {...shared}
                  currency={currency}
                  name={`lines.${index}.price`}
                  label="Price at origination (optional)"
                  unit={clip(currency, 20)}
                />
                <IconButton
                  label={`Remove ${clip(name ?? tokenId, 80)}`}
                  icon={<Trash2 size={16} aria-hidden />}
                  disabled={busy}
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
          <Button type="submit" look="primary" busy={busy} disabled={fields.length === 0 && !before}>
            {fields.length === 0 && before ? 'Remove collateral' : 'Save collateral'}
          </Button>
          <Button look="quiet" onClick={close} disabled={busy}>
            Cancel
          </Button>
          {!isKept && <NoDrafts />}
        </div>
      </form>
    </FormProvider>
  );
}

function FindToken(props: {
  disabled: boolean;
  isOffered: (token: Pledgeable) => boolean;
  currency: string;
  onPick: (token: Pledgeable) => void;
}) {
  const { disabled, isOffered, currency, onPick } = props;
  const [text, setText] = useState('');
  const { data, lookup } = usePledgeable(useDebounced(text, 200), text);
  const items = lookup.isDone ? (data?.tokens ?? []).filter(isOffered) : [];
  return (
    <SearchField<Pledgeable>
      name="token"
      label="Add a token"
      help={`By name or symbol, priced in ${clip(currency, 20)}.`}
      error={undefined}
      placeholder="Name or symbol"
      {...{ disabled, text, items, lookup }}
      onText={setText}
      keyOf={({ id }) => id}
      labelOf={({ name }) => name}
      row={({ name, symbol, price }) => (
        <span className="flex justify-between gap-3">
          <span className="truncate">{[name, symbol].filter(Boolean).join(' · ')}</span>
          {price !== null && <span className="tabular text-muted">{withGroups(price)}</span>}
        </span>
      )}
      onPick={(token) => {
        setText('');
        onPick(token);
      }}
      status={
        items.length === 0 &&
        (data?.more ? `${formatCount(data.more)}+ more. Keep typing to narrow down.` : 'No matching token')
      }
    />
  );
}

/** The form, once its first field can take the focus. */
export const loadCollateralForm = () => loadSearch().then(() => CollateralForm);
