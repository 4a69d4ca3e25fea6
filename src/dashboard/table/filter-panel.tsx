import { useState } from 'react';
import { formatCount } from '#dashboard/lib/figures.ts';
import { holdsWords, searchWords } from '#dashboard/lib/name-rank.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { useTyped } from '#dashboard/lib/use-typed.ts';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { Field, inputClass } from '#dashboard/ui/field.tsx';
import { stepThrough } from '#dashboard/ui/focus.ts';
import { useAhead } from '#dashboard/ui/use-ahead.ts';
import { useOnLeave } from '#dashboard/ui/use-on-leave.ts';

/** A value, and how many rows have it, where that is known. */
export type Choice = { value: string; label: string; count?: number | undefined };

export interface ChoicesProps {
  label: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  one?: boolean;
  onChange: (chosen: string[]) => void;
}

/** As many choices as are looked through without a search. */
const SEARCHED_FROM = 9;

/** The values that a filter can narrow to, with a checkbox each. */
export function Choices({ label, choices, chosen, one, onChange }: ChoicesProps) {
  const [sought, setSought] = useState('');
  const [picked, pick] = useAhead(chosen, (next) => onChange([...next]));
  // What was chosen stays in sight, even where no row has it any more.
  const lost = picked
    .filter((value) => !choices.some((choice) => choice.value === value))
    .map((value): Choice => ({ value, label: value, count: 0 }));
  const all = [...choices, ...lost];
  const found = all.filter(({ label }) => holdsWords(searchWords(sought), [label]));
  return (
    <fieldset onKeyDown={stepThrough}>
      <legend className="sr-only">{label}</legend>
      {all.length >= SEARCHED_FROM && (
        <input
          type="search"
          aria-label={`Search in ${label}`}
          placeholder="Search"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          className={`${inputClass} mb-1.5`}
        />
      )}
      {found.map((choice) => (
        <Checkbox
          key={choice.value}
          className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-control px-2 hover:bg-hover max-md:min-h-11"
          checked={picked.includes(choice.value)}
          onChange={({ target }) => {
            const others = one ? [] : picked.filter((value) => value !== choice.value);
            pick(target.checked ? [...others, choice.value] : others);
          }}
        >
          <span className="min-w-0 flex-1 truncate">{clip(choice.label, 80)}</span>
          {choice.count !== undefined && (
            <span className="tabular text-muted">{formatCount(choice.count)}</span>
          )}
        </Checkbox>
      ))}
      {found.length === 0 && (
        <p className="px-2 py-1.5 text-muted">{all.length === 0 ? 'No values yet' : 'No match'}</p>
      )}
    </fieldset>
  );
}

export function TextFilter(props: {
  label: string;
  text: string;
  placeholder?: string | undefined;
  onChange: (text: string) => void;
  close: () => void;
}) {
  const { label, text, placeholder, onChange, close } = props;
  const { typed, setTyped, send } = useTyped(text, onChange);
  // Closing it takes over what was typed last.
  useOnLeave(send);
  return (
    <div className="p-1.5">
      <Field label={`${label} contains`}>
        {(wiring) => (
          <input
            {...wiring}
            type="search"
            maxLength={200}
            value={typed}
            placeholder={placeholder}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && close()}
            className={inputClass}
          />
        )}
      </Field>
    </div>
  );
}
