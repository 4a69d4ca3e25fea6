/**
 * Where a run is kept so that it outlives the page: IndexedDB, where the browser has it; else localStorage, which
 * holds a few thousand rows. Keys are texts; values are plain data.
 */
export interface Keep {
  /** Every value whose key begins so, by key. */
  read(prefix: string): Promise<Map<string, unknown>>;
  /**
   * Resolves once all of it is kept; throws where it can't be. `surely`: not even a loss of power takes it back.
   */
  put(entries: readonly (readonly [key: string, value: unknown])[], surely?: boolean): Promise<void>;
  remove(prefix: string): Promise<void>;
}

const NAME = 'pledge-cancel-runs';
const TABLE = 'kept';

let keep: Keep | undefined;

export function openKeep(): Keep {
  keep ??= typeof indexedDB === 'undefined' ? storageKeep() : databaseKeep();
  return keep;
}

function databaseKeep(): Keep {
  let opened: Promise<IDBDatabase> | undefined;
  const open = () => {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
      request.onsuccess = () => {
        // The browser may close it, when the person clears their data: the next use opens another.
        request.result.onclose = () => {
          opened = undefined;
        };
        resolve(request.result);
      };
      request.onerror = () => {
        opened = undefined;
        reject(request.error ?? new Error('The browser keeps nothing.'));
      };
    });
    return opened;
  };
  const write = async (change: (table: IDBObjectStore) => void, surely: boolean) => {
    const database = await open();
    await new Promise<void>((resolve, reject) => {
      const work = database.transaction(TABLE, 'readwrite', { durability: surely ? 'strict' : 'relaxed' });
      work.oncomplete = () => resolve();
      work.onabort = () => reject(work.error ?? new Error('The browser did not keep it.'));
      change(work.objectStore(TABLE));
    });
  };
  return {
    async read(prefix) {
      const database = await open();
      const table = database.transaction(TABLE).objectStore(TABLE);
      const [keys, values] = await Promise.all([
        resultOf(table.getAllKeys(rangeOf(prefix))),
        resultOf(table.getAll(rangeOf(prefix))),
      ]);
      return new Map(keys.map((key, place) => [String(key), values[place]]));
    },
    put: (entries, surely = false) =>
      write((table) => {
        for (const [key, value] of entries) table.put(value, key);
      }, surely),
    remove: (prefix) => write((table) => void table.delete(rangeOf(prefix)), false),
  };
}

function rangeOf(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uFFFF`);
}

function resultOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser gave nothing back.'));
  });
}

function storageKeep(): Keep {
  const nameOf = (key: string) => `${NAME}:${key}`;
  const keysOf = (prefix: string) =>
    Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? '').filter((key) =>
      key.startsWith(nameOf(prefix)),
    );
  return {
    async read(prefix) {
      const found = keysOf(prefix).sort();
      return new Map(found.map((key) => [key.slice(nameOf('').length), parse(localStorage.getItem(key))]));
    },
    async put(entries) {
      for (const [key, value] of entries) localStorage.setItem(nameOf(key), JSON.stringify(value));
    },
    async remove(prefix) {
      for (const key of keysOf(prefix)) localStorage.removeItem(key);
    },
  };
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
