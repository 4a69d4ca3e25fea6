import type { ReactNode } from 'react';

/** A part of a page that scrolls by itself, and can be reached by the keyboard for it. */
export function ScrollFrame(props: { label: string; className: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section aria-label={props.label} tabIndex={0} className={props.className}>
      {props.children}
    </section>
  );
}
