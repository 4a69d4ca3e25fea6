import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatCount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { inputClass } from '#dashboard/ui/field.tsx';
import { useAhead } from '#dashboard/ui/use-ahead.ts';
import type { Bounds, Choice, Filter } from './filter-bar.tsx';

interface FilterPanelProps {
  label: string;
  filter: Filter;
  close: () => void;
}

/** What a filter is chosen from. */
export function FilterPanel({ label, filter, close }: FilterPanelProps) {
  switch (filter.kind) {
    case 'choices':
      return <Choices label={label} {...filter} />;
    case 'text':
      return <TextField label={label} {...filter} close={close} />;
    case 'range':
      return <RangeFields label={label} {...filter} close={close} />;
  }
}

type Of<Kind> = Extract<Filter, { kind: Kind }> & { label: string };

/** As many choices as are looked through without a search. */
const SEARCHED_FROM = 9;

function Choices({ label, choices, chosen, one, onChange }: Of<'choices'>) {
  const [sought, setSought] = useState('');
  const [picked, pick] = useAhead(chosen, (next) => onChange([...next]));
  // What was chosen stays in sight, even where no row has it any more.
  const lost = picked
    .filter((value) => !choices.some((choice) => choice.value === value))
    .map((value): Choice => ({ value, label: value, count: 0 }));
  const all = [...choices, ...lost];
  const found = all.filter((choice) => choice.label.toLowerCase().includes(sought.trim().toLowerCase()));
  return (
    <fieldset onKeyDown={stepThroughBoxes}>
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
          onChange={({ target }) =>
            pick(
              target.checked
                ? [...(one ? [] : picked), choice.value]
                : picked.filter((value) => value !== choice.value),
            )
          }
        >
          <span className="min-w-0 flex-1 truncate">{clip(choice.label, 80)}</span>
          {choice.count !== undefined && (
            <span className="tabular text-muted">{formatCount(choice.count)}</span>
          )}
        </Checkbox>
      ))}
      {found.length === 0 && (
        <p className="px-2 py-1.5 text-muted">
          {all.length === 0 ? 'No values seen yet' : 'Nothing like that'}
        </p>
      )}
    </fieldset>
  );
}

/** How long the typing rests before the rows follow it. */
const REST_MS = 200;

function TextField({ label, text, placeholder, onChange, close }: Of<'text'> & { close: () => void }) {
  const [typed, setTyped] = useState(text);
  const waiting = useRef<{ typed: string; send: (text: string) => void } | null>(null);
  useEffect(() => {
    waiting.current = typed === text ? null : { typed, send: onChange };
    const timer = setTimeout(() => sendWaiting(waiting), REST_MS);
    return () => clearTimeout(timer);
  }, [typed, text, onChange]);
  // Closing it takes over what was typed last.
  useEffect(() => () => sendWaiting(waiting), []);
  const id = useId();
  return (
    <div className="p-1.5">
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label} contains
      </label>
      <input
        id={id}
        type="search"
        maxLength={200}
        value={typed}
        placeholder={placeholder}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && close()}
        className={inputClass}
      />
    </div>
  );
}

function sendWaiting(waiting: { current: { typed: string; send: (text: string) => void } | null }): void {
  waiting.current?.send(waiting.current.typed);
  waiting.current = null;
}

function RangeFields({ label, bounds, unit, onChange, close }: Of<'range'> & { close: () => void }) {
  const [from, setFrom] = useState(written(bounds.from));
  const [to, setTo] = useState(written(bounds.to));
  const next = { from: readBound(from), to: readBound(to) };
  const fault = faultOf(next);
  const id = useId();
  const field = (name: string, value: string, set: (text: string) => void) => (
    <label className="flex-1">
      <span className="mb-1.5 block text-label text-muted">{name}</span>
      <span className="relative block">
        <input
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? id : undefined}
          value={value}
          onChange={(event) => set(event.target.value)}
          className={`${inputClass} tabular ${unit ? 'pr-8' : ''}`}
        />
        {unit && <span className="absolute inset-y-0 right-3 flex items-center text-muted">{unit}</span>}
      </span>
    </label>
  );
  return (
    <form
      className="w-64 max-w-full p-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (fault) return;
        onChange(next as Bounds);
        close();
      }}
    >
      <fieldset>
        <legend className="mb-2 font-medium">{label}</legend>
        <div className="flex gap-2">
          {field('At least', from, setFrom)}
          {field('At most', to, setTo)}
        </div>
      </fieldset>
      <p id={id} role="alert" className="mt-1.5 text-danger">
        {fault}
      </p>
      <button type="submit" className={`${buttonClass('primary')} mt-2 w-full`}>
        Apply
      </button>
    </form>
  );
}

function written(bound: number | null): string {
  return bound === null ? '' : String(bound);
}

/** A bound as it is typed, with or without grouping; undefined where it is no figure. */
function readBound(text: string): number | null | undefined {
  const bare = text.replaceAll(/[\s,]/g, '');
  if (bare === '') return null;
  return /^\d{1,15}(\.\d{1,8})?$/.test(bare) ? Number(bare) : undefined;
}

function faultOf({ from, to }: { from: number | null | undefined; to: number | null | undefined }) {
  if (from === undefined || to === undefined) return 'Write a figure such as 1500 or 0.5.';
  return from !== null && to !== null && from > to ? 'The least is more than the most.' : null;
}

/** Up and down go from checkbox to checkbox. */
function stepThroughBoxes(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')];
  const at = fields.indexOf(event.target as HTMLInputElement);
  if (at < 0) return;
  event.preventDefault();
  fields[(at + (event.key === 'ArrowUp' ? -1 : 1) + fields.length) % fields.length]?.focus();
}
