/** The look of a button that does what can't be undone; beside the look of every button. */
export const dangerClass =
  'border-transparent! bg-danger! text-panel! hover:not-disabled:opacity-90 disabled:opacity-50';
