/** Shown instead of a part of Pledge whose code could not be loaded. */
export function CouldNotLoad() {
  return (
    <span role="alert" className="text-table text-danger">
      This part of Pledge could not be loaded. Reload the page.
    </span>
  );
}
