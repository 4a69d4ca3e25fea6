import { MAX_REASON_TEXT, OTHER_REASON, REASONS } from '#dashboard/api/operations/cancel-reasons.ts';
import { focusField } from './error-summary.tsx';
import { ChoiceField, TextField } from './text-field.tsx';

export interface ReasonValue {
  choice: string;
  text: string;
}

/** The part of a reason that is the first to lack something. */
const lacking = ({ choice, text }: ReasonValue) =>
  choice === OTHER_REASON || text.length > MAX_REASON_TEXT ? 'note' : 'reason';

export const focusReason = (value: ReasonValue): void => focusField(lacking(value));

/** The reason of a cancellation; `error` is what it lacks, once the person has tried to continue. */
export function CancelReason(props: {
  value: ReasonValue;
  onChange: (value: ReasonValue) => void;
  error: string | undefined;
  readOnly?: boolean;
}) {
  const { value, onChange, error, readOnly = false } = props;
  const { choice, text } = value;
  const errors = { reason: undefined, note: undefined, [lacking(value)]: error };
  return (
    <div className="flex flex-col gap-4">
      <ChoiceField
        name="reason"
        label="Reason"
        help="Saved in Activity. Not sent with the cancellation."
        error={errors.reason}
        text={choice}
        onText={(next) => onChange({ ...value, choice: next })}
        choices={REASONS.map((reason) => ({ value: reason, label: reason }))}
        unchosen="Choose one"
        required
        disabled={readOnly}
      />
      <TextField
        label={choice === OTHER_REASON ? 'Reason in your own words' : 'Note (optional)'}
        error={errors.note}
        name="note"
        text={text}
        onText={(next) => onChange({ ...value, text: next })}
        readOnly={readOnly}
        long
      />
    </div>
  );
}
