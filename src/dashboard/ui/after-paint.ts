/** The longest that a paint is waited for: none comes while nobody looks at the tab. */
const PAINT_MS = 100;

/** Does something once what is there now is painted. Returns how to have it done at once, if it isn't yet. */
export function afterPaint(work: () => void): () => void {
  let isDone = false;
  const finish = () => {
    if (isDone) return;
    isDone = true;
    work();
  };
  requestAnimationFrame(() => requestAnimationFrame(finish));
  setTimeout(finish, PAINT_MS);
  return finish;
}
