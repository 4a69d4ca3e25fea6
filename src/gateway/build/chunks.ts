/** What decides over a chunk, as the bundler hands it out. */
interface Modules {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Parts of react-query that few pages use, although every page imports the index that names them. */
const FEW_PAGES = /\/(?:useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver)\.js$/;

/**
 * Which modules go together, so that the first screen is few files: `desk` is what every page needs, `lists` what the
 * loan list shares with other lists, `shared` what it shares with the form of a new loan, too, which has no table.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  if (FEW_PAGES.test(id)) return null;
  if (id.endsWith('/src/dashboard/main.tsx') || id.endsWith('.css')) return null;
  if (isUsedBy('/src/dashboard/main.tsx', id, modules)) return 'desk';
  return null;
}

export function isShared(id: string, modules: Modules): string | null {
  if (chunkOf(id, modules) || FEW_PAGES.test(id)) return null;
  if (/\/pages\/.*-page\.tsx$/.test(id) || id.endsWith('/src/dashboard/main.tsx')) return null;
  if (!isUsedBy('/src/dashboard/pages/loans/loans-page.tsx', id, modules)) return null;
  return isUsedBy('/src/dashboard/pages/new-loan/new-loan-page.tsx', id, modules) ? 'shared' : 'lists';
}

/** Whether an entry imports a module statically, itself or by others. */
function isUsedBy(entry: string, id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (id.endsWith(entry)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (modules.getModuleInfo(id)?.importers ?? []).some((importer) =>
    isUsedBy(entry, importer, modules, seen),
  );
}
