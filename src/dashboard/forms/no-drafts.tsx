/** What is typed is lost with the tab: the browser stores nothing. */
export function NoDrafts() {
  return <span className="text-label text-warning">This browser stores no drafts</span>;
}
