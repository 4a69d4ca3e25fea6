import { LONGEST_REASON_TEXT, OTHER_REASON, REASONS } from '#dashboard/lib/cancel-words.ts';
import { Field, inputClass } from '#dashboard/ui/field.tsx';

export interface ReasonValue {
  choice: string;
  text: string;
}

interface CancelReasonProps {
  value: ReasonValue;
  onChange: (value: ReasonValue) => void;
  /** What it lacks, once somebody tried to go on without it. */
  error: string | undefined;
}

/** Why orders are cancelled: one of a list, and words of one's own. */
export function CancelReason({ value, onChange, error }: CancelReasonProps) {
  const { choice, text } = value;
  const ofText = choice === OTHER_REASON || text.length > LONGEST_REASON_TEXT;
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Reason"
        help="The service’s call takes no reason. It is kept in this desk’s journal, where Activity shows it."
        error={ofText ? undefined : error}
      >
        {(wiring) => (
          <select
            {...wiring}
            value={choice}
            onChange={(event) => onChange({ ...value, choice: event.target.value })}
            className={inputClass}
          >
            <option value="" disabled>
              Choose one
            </option>
            {REASONS.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={choice === OTHER_REASON ? 'The reason in your words' : 'Anything to add (optional)'}
        help="Kept in the journal too, not sent to the service."
        error={ofText ? error : undefined}
      >
        {(wiring) => (
          <textarea
            {...wiring}
            rows={2}
            value={text}
            onChange={(event) => onChange({ ...value, text: event.target.value })}
            className={`${inputClass} h-auto! py-2`}
          />
        )}
      </Field>
    </div>
  );
}
