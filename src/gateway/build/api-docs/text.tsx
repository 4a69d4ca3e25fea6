import { Fragment } from 'react';

/** A text with `code` in it. */
export function Inline({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
    index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
  );
}

/** A text in paragraphs, which blank lines separate. */
export function Paragraphs({ text }: { text: string }) {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph}>
      <Inline text={paragraph} />
    </p>
  ));
}

/** A value of an example, as indented JSON; a text as it is. */
export function Example({ value, label }: { value: unknown; label: string }) {
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <pre>
        <code>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code>
      </pre>
    </figure>
  );
}
