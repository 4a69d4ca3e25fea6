import type { KeyboardEvent } from 'react';

/** Up and down go from field to field of a list, round its ends; with Alt, `move` takes an item along with its field. */
export function stepThrough(
  event: KeyboardEvent<HTMLElement>,
  move?: (field: HTMLInputElement, by: number) => void,
): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  const by = event.key === 'ArrowUp' ? -1 : 1;
  const target = event.target as Element;
  // A button in a field's item steps as the field does.
  const field = target.closest('li')?.querySelector('input') ?? (target as HTMLInputElement);
  event.preventDefault();
  if (move && event.altKey) {
    move(field, by);
    return;
  }
  const all = [...event.currentTarget.querySelectorAll('input')];
  const from = all.indexOf(field);
  // One that can't be changed takes no focus, but its buttons do: from there it goes on by its place.
  const others = [...all.slice(from + 1), ...all.slice(0, from)].filter(({ disabled }) => !disabled);
  others.at(by > 0 ? 0 : -1)?.focus();
}
