import { Suspense } from 'react';
import { Field, inputClass } from '#dashboard/ui/field.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import type { SearchBoxProps } from './search-box.tsx';

const Box = lazyPart(() => import('./search-box.tsx').then((module) => module.SearchBox<unknown>));

/** Fetches the search's code before it is needed. */
export const prepareSearch = Box.approach;
/** Resolves when a search can be typed into at once. */
export const loadSearch = Box.preload;

interface SearchFieldProps<Item> extends Omit<SearchBoxProps<Item>, 'wiring'> {
  label: string;
  help?: string;
  error: string | undefined;
}

/** A field that finds one of many, by the keyboard as well. */
export function SearchField<Item>({ label, help, error, ...rest }: SearchFieldProps<Item>) {
  return (
    <Field label={label} help={help} error={error}>
      {(wiring) => (
        <Suspense fallback={<input {...wiring} disabled className={`${inputClass} pl-9`} />}>
          <Box {...(rest as Omit<SearchBoxProps<unknown>, 'wiring'>)} wiring={wiring} />
        </Suspense>
      )}
    </Field>
  );
}
