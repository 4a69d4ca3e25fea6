import type { Pool, PoolClient } from 'pg';
import { GATEWAY_CODES } from '#contract/session.ts';
import { MAX_VIEWS, type SavedView, type ViewContent } from '#contract/views.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { changedMeanwhile, GatewayFailure } from '../http/failures.ts';
import { mayStill, requireMayStill, takeOwnTurn } from '../people/rows.ts';
import type { Session } from '../session/session.ts';

/** A row of desk.view with its author. */
interface ViewRow {
  id: string;
  list: string;
  name: string;
  query: string;
  density: SavedView['density'];
  for_everyone: boolean;
  author: SavedView['author'];
  version: number;
}

const COLUMNS = `v.id, v.version, v.list, v.name, v.query, v.density, v.for_everyone,
  (select json_build_object('id', p.id, 'name', p.name, 'verified', p.verified)
   from desk.person p where p.owner = v.owner and p.id = v.author) as author`;

export type Views = ReturnType<typeof createViews>;

/** The saved views of every organisation, in the gateway's store. */
export function createViews(pool: Pool) {
  /** One's own views and those for everyone, of one list or of all. */
  async function list({ owner, person }: Session, of: string | null): Promise<SavedView[]> {
    const { rows } = await pool.query<ViewRow>(
      `select ${COLUMNS} from desk.view v
       where owner = $1 and (author = $2 or for_everyone) and ($3::text is null or list = $3)
       order by lower(name), id`,
      [owner, person.id, of],
    );
    return rows.map(viewOf);
  }

  /**
   * Saves a view under its author. Safe to repeat. Throws a GatewayFailure if it is someone else's, or of another version
   * by now, or there are too many, or the author was disabled.
   */
  async function put({ owner, person }: Session, id: string, content: ViewContent): Promise<SavedView> {
    const { version, ...wanted } = content;
    const save = `insert into desk.view as v (owner, id, author, list, name, query, density, for_everyone)
       select $1, $2, $3, $4, $5, $6, $7, $8
       where (select count(*) from desk.view where owner = $1 and author = $3 and id <> $2) < ${MAX_VIEWS}
       on conflict (owner, id) do update
         set list = $4, name = $5, query = $6, density = $7, for_everyone = $8, version = v.version + 1
         where v.author = $3
       returning ${COLUMNS}`;
    return await inTransaction(
      pool,
      async (client) => {
        await takeOwnTurn(client, owner, person.id);
        await requireMayStill(client, { owner, person: person.id }, 'read');
        const before = await locked(client, owner, id);
        if (before && before.author.id !== person.id) throw notYours();
        if (before && isSame(before, wanted)) return before;
        if (version !== undefined && version !== (before?.version ?? 0)) throw changedMeanwhile('this view');
        const { list, name, query, density, forEveryone } = wanted;
        const values = [owner, id, person.id, list, name, query, density, forEveryone];
        const { rows } = await client.query<ViewRow>(save, values);
        if (rows[0]) return viewOf(rows[0]);
        const message = `You have ${MAX_VIEWS} saved views, which is the most there can be. Delete one first.`;
        throw new GatewayFailure(409, GATEWAY_CODES.tooManyViews, message);
      },
      { isRepeatable: true },
    );
  }

  /**
   * Deletes a view, one's own or, as an administrator, one for everyone, unless it has another version than the one given.
   * Throws a GatewayFailure if it has, or is neither, or the person was disabled.
   */
  async function remove({ owner, person }: Session, id: string, version?: number): Promise<void> {
    await inTransaction(pool, async (client) => {
      const who = { owner, person: person.id };
      await requireMayStill(client, who, 'read');
      const known = await locked(client, owner, id);
      const isOwn = known?.author.id === person.id;
      // What isn't there, or isn't seen, is deleted as asked: a repeat changes nothing.
      if (!known || !(isOwn || known.forEveryone)) return;
      if (!isOwn && !(await mayStill(client, who, 'manage-people'))) throw notYours();
      if (version !== undefined && version !== known.version) throw changedMeanwhile('this view');
      await client.query('delete from desk.view where owner = $1 and id = $2', [owner, id]);
    });
  }

  async function locked(client: PoolClient, owner: string, id: string): Promise<SavedView | undefined> {
    const { rows } = await client.query<ViewRow>(
      `select ${COLUMNS} from desk.view v where owner = $1 and id = $2 for update`,
      [owner, id],
    );
    return rows[0] && viewOf(rows[0]);
  }

  return { list, put, remove };
}

function viewOf({ for_everyone: forEveryone, ...row }: ViewRow): SavedView {
  return { ...row, forEveryone };
}

function isSame(one: Omit<ViewContent, 'version'>, other: Omit<ViewContent, 'version'>): boolean {
  const parts = ({ list, name, query, density, forEveryone }: typeof one) =>
    JSON.stringify([list, name, query, density, forEveryone]);
  return parts(one) === parts(other);
}

function notYours(): GatewayFailure {
  const message = 'This view is someone else’s. Save yours under another name. Nothing was changed.';
  return new GatewayFailure(403, GATEWAY_CODES.viewNotYours, message);
}
