/** The look of a button that does what can't be undone, added to that of every button. */
export const dangerClass =
  'border-transparent! bg-danger! text-panel! hover:not-disabled:opacity-90 disabled:opacity-50';
