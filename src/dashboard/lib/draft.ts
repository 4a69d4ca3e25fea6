/**
 * What was typed into a form and not sent yet, kept in this browser alone and apart for each session holder. Each
 * tab writes into a draft of its own, so that two tabs never overwrite one another's.
 */

export interface Draft {
  id: string;
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
  /** What the form holds, for whoever knows its shape. */
  values: unknown;
}

/** As many drafts of one holder as are kept; the oldest go first. */
const MOST = 5;
const MOST_HOLDERS = 10;

/** The drafts of one form. */
export function draftsOf(form: string, holder: string) {
  const key = `pledge-drafts:${form}`;
  const tabKey = `pledge-draft:${form}`;

  const readAll = (): [string, Draft[]][] => {
    const entries = parse(() => localStorage.getItem(key));
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  };
  const read = () => readAll().find(([owner]) => owner === holder)?.[1] ?? [];
  const write = (drafts: Draft[]): boolean => {
    const others = readAll().filter(([owner]) => owner !== holder);
    const own: [string, Draft[]][] = drafts.length > 0 ? [[holder, drafts.slice(-MOST)]] : [];
    try {
      localStorage.setItem(key, JSON.stringify([...others, ...own].slice(-MOST_HOLDERS)));
      return true;
    } catch {
      return false;
    }
  };

  return {
    /** The draft that this tab was at before it was reloaded. */
    own(): Draft | undefined {
      const tab = parse(() => sessionStorage.getItem(tabKey));
      const id = Array.isArray(tab) && tab[0] === holder ? tab[1] : undefined;
      return read().find((draft) => draft.id === id);
    },
    /** All drafts, newest first. */
    all(): Draft[] {
      return [...read()].sort((a, b) => b.at - a.at);
    },
    /** Keeps a draft as this tab's; false where the browser keeps nothing. */
    keep(draft: Draft): boolean {
      this.take(draft.id);
      return write([...read().filter(({ id }) => id !== draft.id), draft]);
    },
    /** Makes a draft this tab's own. */
    take(id: string): void {
      try {
        sessionStorage.setItem(tabKey, JSON.stringify([holder, id]));
      } catch {
        // The draft is then offered after a reload, instead of being there at once.
      }
    },
    discard(id: string): void {
      write(read().filter((draft) => draft.id !== id));
    },
  };
}

/** An id for something kept in this browser. */
export function localId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function parse(text: () => string | null): unknown {
  try {
    return JSON.parse(text() ?? 'null');
  } catch {
    return null;
  }
}

function isEntry(entry: unknown): entry is [string, Draft[]] {
  return (
    Array.isArray(entry) &&
    typeof entry[0] === 'string' &&
    Array.isArray(entry[1]) &&
    entry[1].every(
      (draft) => typeof draft?.id === 'string' && Number.isFinite(draft.at) && Math.abs(draft.at) < 8.64e15,
    )
  );
}
