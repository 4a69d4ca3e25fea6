import type { Pool, PoolClient } from 'pg';
import type { CollateralContent, LoanCollateral } from '#contract/loan-collateral.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { auditPersonOf } from '../audit/audit-person.ts';
import { GatewayFailure } from '../http/failures.ts';
import type { EntryRow } from '../operations/entry-row.ts';
import { requireMayStill } from '../people/rows.ts';
import type { Session } from '../session/session.ts';
import { createdLines } from './created-lines.ts';

/** The most loans that are returned of each source, the newest. */
const MOST = 5_000;

interface RecordedRow {
  loan: string;
  lines: Omit<LoanCollateral['lines'][number], 'priceAt'>[];
  who: string;
  at: Date;
  version: number;
}

type CreatedRow = Pick<EntryRow, 'at' | 'who' | 'body' | 'note'> & { loan: string; found: boolean };

interface CollateralOptions {
  pool: Pool;
  clock: () => number;
  audit: AuditLog;
}

export type Collateral = ReturnType<typeof createCollateral>;

/** What every organisation knows of the collateral of its loans: from the journal, and recorded by hand. */
export function createCollateral({ pool, clock, audit }: CollateralOptions) {
  /** The collateral of the newest loans, or of one. The journal's lines of a loan replace those recorded by hand. */
  async function list(owner: string, loan?: string): Promise<LoanCollateral[]> {
    const of = (column: string) => (loan === undefined ? '' : `and ${column} = $2`);
    const values = loan === undefined ? [owner] : [owner, loan];
    const created = await pool.query<CreatedRow>(
      // The history of one that was answered may have what became of an earlier request under its key.
      `select reply->>'id' as loan, at, who, body, note, answer is null and jsonb_array_length(checks) > 0 as found
       from desk.journal where owner = $1 and kind = 'createLoan' and reply->>'id' is not null
         ${of("reply->>'id'")} order by id desc limit ${MOST}`,
      values,
    );
    const known = created.rows.map(
      (row): LoanCollateral => ({
        loan: row.loan,
        source: 'created',
        at: row.at.toISOString(),
        who: row.who,
        found: row.found,
        version: 0,
        lines: createdLines(row),
      }),
    );
    const recorded = await pool.query<RecordedRow>(
      `select loan, lines, who, at, version from desk.loan_collateral c
       where owner = $1 and jsonb_array_length(lines) > 0 ${of('loan')} and not exists (select from desk.journal j
         where j.owner = $1 and j.kind = 'createLoan' and j.reply->>'id' = c.loan) order by at desc limit ${MOST}`,
      values,
    );
    return [...known, ...recorded.rows.map(recordedOf)];
  }

  /**
   * Records the collateral of a loan by hand. A repeat changes nothing. Throws a 409 GatewayFailure if someone has
   * changed it since, or the loan was created in Pledge, and a 403 one if the person may not any more.
   */
  async function record(
    { session, requestId }: { session: Session; requestId: string },
    loan: string,
    { lines, version }: CollateralContent,
  ): Promise<LoanCollateral> {
    const { owner, person } = session;
    return await inTransaction(pool, async (client) => {
      // Two first records of one loan take turns, too.
      await client.query('select pg_advisory_xact_lock(hashtext($1), hashtext($2))', [owner, loan]);
      await requireMayStill(client, { owner, person: person.id }, 'create-loan');
      if (await isCreatedHere(client, owner, loan))
        throw changed('This loan was created in Pledge, which recorded its collateral.');
      const { rows } = await client.query<RecordedRow>(
        'select loan, lines, who, at, version from desk.loan_collateral where owner = $1 and loan = $2',
        [owner, loan],
      );
      const [before] = rows;
      if (before && sameLines(before.lines, lines)) return recordedOf(before);
      // What was removed isn't shown, and so its version can't be named. The version counts on: an older form stays refused.
      const shown = before && before.lines.length > 0 ? before.version : 0;
      if (shown !== version) throw changed('Someone has changed this collateral in the meantime.');
      const after: RecordedRow = {
        loan,
        lines,
        who: person.name,
        at: new Date(clock()),
        version: (before?.version ?? 0) + 1,
      };
      await client.query(
        `insert into desk.loan_collateral (owner, loan, lines, who, at, version) values ($1, $2, $3, $4, $5, $6)
         on conflict (owner, loan) do update set lines = $3, who = $4, at = $5, version = $6`,
        [owner, loan, JSON.stringify(lines), after.who, after.at, after.version],
      );
      const details = {
        version: after.version,
        lines: lines.map(
          ({ tokenId, quantity, price }) => `${quantity} × ${tokenId} at ${price ?? 'unknown'}`,
        ),
      };
      const who = auditPersonOf(session);
      await audit.appendIn(client, [
        { owner, action: 'collateral-recorded', who, target: { loan }, requestId, details },
      ]);
      return recordedOf(after);
    });
  }

  return { list, record };
}

function recordedOf({ loan, lines, who, at, version }: RecordedRow): LoanCollateral {
  return {
    loan,
    source: 'recorded',
    at: at.toISOString(),
    who,
    found: false,
    version,
    lines: lines.map((line) => ({ ...line, priceAt: null })),
  };
}

async function isCreatedHere(client: PoolClient, owner: string, loan: string): Promise<boolean> {
  const { rows } = await client.query(
    "select from desk.journal where owner = $1 and kind = 'createLoan' and reply->>'id' = $2 limit 1",
    [owner, loan],
  );
  return rows.length > 0;
}

/** A database returns the fields of a line in an order of its own. */
function sameLines(a: RecordedRow['lines'], b: CollateralContent['lines']): boolean {
  const text = (lines: CollateralContent['lines']) =>
    JSON.stringify(lines.map(({ tokenId, name, quantity, price }) => [tokenId, name, quantity, price]));
  return text(a) === text(b);
}

function changed(why: string): GatewayFailure {
  return new GatewayFailure(409, GATEWAY_CODES.collateralChanged, `${why} Nothing was changed.`);
}
