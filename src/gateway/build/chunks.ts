/** What decides over a chunk, as the bundler hands it out. */
interface Modules {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Parts of react-query that few pages use, although every page imports the index that names them. */
const FEW_PAGES = /\/(?:useQueries|queriesObserver)\.js$/;

/** What every page loads a moment after it is there. */
const LATE = ['/app/shell/late-overlays.tsx', '/app/shell/badges.tsx', '/app/shell/wrong-clock.tsx'];
/** Two dialogs of the shell, which have in common what any dialog needs. */
const DIALOGS = ['/app/command-palette/jump-dialog.tsx', '/app/shell/keys-dialog.tsx'];

/** Pages without a table need little of what the lists share. */
const NO_TABLE = [
  '/pages/overview/overview-page.tsx',
  '/pages/loan/loan-page.tsx',
  '/pages/member/member-page.tsx',
];

/** The form of a new loan, and its part that comes with the choice of a borrower. */
const NEW_LOAN = ['/pages/new-loan/new-loan-page.tsx', '/pages/new-loan/chosen-borrower.tsx'];

/** Our own code that so many pages need comes with all of them, in place of a small file for each few. */
const MANY_PAGES = 6;

/**
 * Which modules go together, so that a page is few files: `desk` is what every page needs to be shown, and what many need
 * besides; `shared` what the form of a new loan has in common with lists and other pages, `records` what pages without a
 * table have in common with lists, and `lists` what only pages with a table need; `late` what every page loads after that;
 * `dialogs` what dialogs have in common, and `forms` the library of forms.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  if (FEW_PAGES.test(id) || id.endsWith('.css')) return null;
  // What is of one page alone comes with that page.
  if (id.endsWith('/src/dashboard/main.tsx') || id.includes('/src/dashboard/pages/')) return null;
  const isUsed = (entry: string) => isUsedBy(`/src/dashboard${entry}`, id, modules);
  const isLate = LATE.some(isUsed);
  // What the settings need of what comes late, most pages need: they would wait for the rest of it, too. It is found before
  // what others share, because the chunk that every page begins with can wait for none of theirs.
  if (isUsed('/main.tsx') || (isLate && isUsed('/pages/settings/settings-page.tsx'))) return 'desk';
  const isOnForm = NEW_LOAN.some(isUsed);
  if (isUsed('/pages/loans/loans-page.tsx')) {
    if (isOnForm) return 'shared';
    return NO_TABLE.some(isUsed) ? 'records' : 'lists';
  }
  if (isLate) return 'late';
  if (DIALOGS.every(isUsed)) return 'dialogs';
  if (id.includes('/src/dashboard/') && pagesWith(id, modules) >= MANY_PAGES)
    return isOnForm ? 'shared' : 'records';
  return /\/node_modules\/(?:react-hook-form|@hookform)\//.test(id) ? 'forms' : null;
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

/** How many pages import a module statically, themselves or by others. */
function pagesWith(id: string, modules: Modules): number {
  const seen = new Set([id]);
  // What is added while it is gone through is gone through, too.
  for (const each of seen) {
    for (const importer of modules.getModuleInfo(each)?.importers ?? []) seen.add(importer);
  }
  return [...seen].filter((each) => each.endsWith('-page.tsx')).length;
}
