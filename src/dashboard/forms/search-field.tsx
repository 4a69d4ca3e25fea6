import { Suspense } from 'react';
import { Field, inputClass } from '#dashboard/ui/field.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import type { SearchFieldProps } from './search-box.tsx';

const Box = lazyPart(() => import('./search-box.tsx').then((module) => module.SearchBox<unknown>));

/** Fetches the search's code before it is needed. */
export function prepareSearch(): void {
  // If it fails here, it fails again where it is used, and is reported there.
  Box.preload().catch(() => {});
}

/** A field that finds one of many, by the keyboard as well. */
export function SearchField<Item>({ label, help, error, ...rest }: SearchFieldProps<Item>) {
  return (
    <Field label={label} help={help} error={error}>
      {(wiring) => (
        <Suspense fallback={<input {...wiring} disabled className={`${inputClass} pl-9`} />}>
          <Box {...(rest as Omit<SearchFieldProps<unknown>, 'label' | 'help' | 'error'>)} wiring={wiring} />
        </Suspense>
      )}
    </Field>
  );
}
