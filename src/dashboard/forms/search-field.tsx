import { type ReactNode, Suspense } from 'react';
import { Field, inputClass } from '#dashboard/ui/field.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';

export interface Wiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface SearchFieldProps<Item> {
  name: string;
  label: string;
  help?: string;
  error: string | undefined;
  placeholder: string;
  disabled?: boolean;
  text: string;
  onText: (text: string) => void;
  /** What fits, as it stands in the list; the search itself is the caller's. */
  items: readonly Item[];
  keyOf: (item: Item) => string;
  labelOf: (item: Item) => string;
  row: (item: Item) => ReactNode;
  onPick: (item: Item) => void;
  /** Above the results: how far looking has come, that it failed, that nothing fits. Never left out. */
  status: ReactNode;
}

const Box = lazyPart(() => import('./search-box.tsx').then((module) => module.SearchBox<unknown>));

/** Fetches the search's code before it is needed. */
export function prepareSearch(): void {
  // If it fails here, it fails again where it is used, and is told there.
  Box.preload().catch(() => {});
}

/** A field that finds one of many, by the keyboard as well. */
export function SearchField<Item>({ label, help, error, ...rest }: SearchFieldProps<Item>) {
  return (
    <Field label={label} {...(help !== undefined && { help })} error={error}>
      {(wiring) => (
        <Suspense fallback={<input {...wiring} disabled className={`${inputClass} pl-9`} />}>
          <Box {...(rest as Omit<SearchFieldProps<unknown>, 'label' | 'help' | 'error'>)} wiring={wiring} />
        </Suspense>
      )}
    </Field>
  );
}
