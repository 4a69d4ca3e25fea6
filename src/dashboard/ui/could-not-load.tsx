/** Takes the place of a part of the desk whose code could not be fetched. */
export function CouldNotLoad() {
  return (
    <span role="alert" className="text-table text-danger">
      This part of the desk could not be loaded. Reload the page.
    </span>
  );
}
