import { RENDERED_ELEMENT } from '#contract/rendered-page.ts';
import { DESK_STATE_ELEMENT } from '#contract/session.ts';

/** Removes all that this browser keeps of a person, and what the page brought along; all tabs hear of it. */
export function forgetPersonal(): void {
  for (const id of [DESK_STATE_ELEMENT, RENDERED_ELEMENT]) document.getElementById(id)?.remove();
  for (const open of [() => localStorage, () => sessionStorage]) {
    try {
      open().clear();
    } catch {
      // A browser that refuses its storage keeps nothing there.
    }
  }
  window.dispatchEvent(new StorageEvent('storage'));
}
