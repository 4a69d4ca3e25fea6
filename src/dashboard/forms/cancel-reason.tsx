import { MAX_REASON_TEXT, OTHER_REASON, REASONS } from '#dashboard/api/operations/cancel-reasons.ts';
import { focusField } from './error-summary.tsx';
import { ChoiceField, TextField } from './text-field.tsx';

export interface ReasonValue {
  choice: string;
  text: string;
}

interface CancelReasonProps {
  value: ReasonValue;
  onChange: (value: ReasonValue) => void;
  /** What it lacks, once the person has tried to continue. */
  error: string | undefined;
  readOnly?: boolean;
}

/** Moves the focus to the part of the reason that lacks something. */
export function focusReason({ choice, text }: ReasonValue): void {
  focusField(choice === OTHER_REASON || text.length > MAX_REASON_TEXT ? 'note' : 'reason');
}

export function CancelReason({ value, onChange, error, readOnly = false }: CancelReasonProps) {
  const { choice, text } = value;
  const ofText = choice === OTHER_REASON || text.length > MAX_REASON_TEXT;
  return (
    <div className="flex flex-col gap-4">
      <ChoiceField
        name="reason"
        label="Reason"
        help="Saved in Activity. Not sent with the cancellation."
        error={ofText ? undefined : error}
        text={choice}
        onText={(next) => onChange({ ...value, choice: next })}
        choices={REASONS.map((reason) => ({ value: reason, label: reason }))}
        unchosen="Choose one"
        required
        disabled={readOnly}
      />
      <TextField
        label={choice === OTHER_REASON ? 'Reason in your own words' : 'Note (optional)'}
        error={ofText ? error : undefined}
        name="note"
        text={text}
        onText={(next) => onChange({ ...value, text: next })}
        readOnly={readOnly}
        long
      />
    </div>
  );
}
