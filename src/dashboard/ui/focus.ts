/** As a ref: an element that appears takes the focus, because what had it is gone or was for this. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** The same for a form: its first field takes the focus. */
export function focusFirstField(form: HTMLElement | null): void {
  takeFocus(form?.querySelector<HTMLElement>('textarea, input, select') ?? null);
}
