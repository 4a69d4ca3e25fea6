import type { Database } from './open.ts';

/**
 * Statements that every request needs, put into words once for a database and not once for a request. They keep
 * no name on the server: connections to an embedded database share one session, in which a name could be taken.
 */
export function statements<Made>(make: (db: Database) => Made): (db: Database) => Made {
  const made = new WeakMap<Database, Made>();
  return (db) => {
    let own = made.get(db);
    if (!own) {
      own = make(db);
      made.set(db, own);
    }
    return own;
  };
}
