import { MAX_REASON_TEXT, OTHER_REASON, REASONS } from '#dashboard/api/operations/cancel-reasons.ts';
import { focusField } from './error-summary.tsx';
import { ChoiceField, TextField } from './text-field.tsx';

export interface ReasonValue {
  choice: string;
  text: string;
}

/** The field that an error in a reason belongs to. */
function wrongField({ choice, text }: ReasonValue): 'reason' | 'note' {
  return choice === OTHER_REASON || text.length > MAX_REASON_TEXT ? 'note' : 'reason';
}

export function focusReason(value: ReasonValue): void {
  focusField(wrongField(value));
}

/** The reason of a cancellation; `error` is what it lacks, once the person has tried to continue. */
export function CancelReason(props: {
  value: ReasonValue;
  onChange: (value: ReasonValue) => void;
  error: string | undefined;
  readOnly?: boolean;
}) {
  const { value, onChange, error, readOnly = false } = props;
  const { choice, text } = value;
  const errorOf = (field: 'reason' | 'note') => (field === wrongField(value) ? error : undefined);
  return (
    <div className="flex flex-col gap-4">
      <ChoiceField
        name="reason"
        label="Reason"
        help="Saved in Activity. Not sent with the cancellation."
        error={errorOf('reason')}
        text={choice}
        onText={(next) => onChange({ ...value, choice: next })}
        choices={REASONS.map((reason) => ({ value: reason, label: reason }))}
        unchosen="Choose one"
        required
        disabled={readOnly}
      />
      <TextField
        label={choice === OTHER_REASON ? 'Reason in your own words' : 'Note (optional)'}
        error={errorOf('note')}
        name="note"
        text={text}
        onText={(next) => onChange({ ...value, text: next })}
        readOnly={readOnly}
        long
      />
    </div>
  );
}
