import type { Choice } from '#dashboard/table/filter.ts';
import { FilterChip } from '#dashboard/table/filter-bar.tsx';

interface ChoiceChipProps {
  label: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** What several chosen values are called together: `late`. */
  summary?: string | undefined;
  onOpen?: (() => void) | undefined;
}

/** Narrows to any of several values. */
export function ChoiceChip({ label, onOpen, ...filter }: ChoiceChipProps) {
  return <FilterChip label={label} onOpen={onOpen} filter={{ kind: 'choices', ...filter }} />;
}

interface OneChipProps {
  label: string;
  choices: readonly Choice[];
  chosen: string | null;
  onChange: (chosen: string | null) => void;
}

/** Narrows to one value at most. */
export function OneChip({ label, choices, chosen, onChange }: OneChipProps) {
  const change = ([value]: string[]) => onChange(value ?? null);
  const filter = { choices, chosen: chosen === null ? [] : [chosen], one: true, onChange: change };
  return <FilterChip label={label} filter={{ kind: 'choices', ...filter }} />;
}

interface TextChipProps {
  label: string;
  text: string;
  placeholder?: string;
  onChange: (text: string) => void;
}

/** Narrows to what holds a text. */
export function TextChip({ label, ...filter }: TextChipProps) {
  return <FilterChip label={label} filter={{ kind: 'text', ...filter }} />;
}
