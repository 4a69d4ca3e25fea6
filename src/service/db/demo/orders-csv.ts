import Papa from 'papaparse';
import type { Pool } from 'pg';
import { inertCell } from '#contract/csv.ts';
import { type Command, readOptions, type Say, UsageError } from '#service/commands/command.ts';
import { CRESTLINE } from './plans.ts';

const USAGE = `Usage: npm run demo:orders [-- --organisation NAME]   (${CRESTLINE.name} where none is named)`;

interface Line {
  member_id: string;
  order_id: string;
  status: string;
  type: string;
}

/**
 * Prints the orders of a demo organisation's members as CSV, because no endpoint of the service lists orders:
 * the members as the service lists them, each one's orders by status and type, the newest first.
 */
export const demoOrders: Command<{ organisation: string }> = {
  usage: USAGE,
  read(args) {
    const { organisation } = readOptions(args, { organisation: { type: 'string' } });
    return { organisation: organisation ?? CRESTLINE.name };
  },
  run: async ({ pool }, { organisation }, say) => await printOrders(pool, organisation, say),
};

async function printOrders(pool: Pool, organisation: string, say: Say): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from service.organisation where demo and name = $1',
    [organisation],
  );
  if (!rows[0]) {
    throw new UsageError(
      `This database has no demo organisation ${organisation}: demo data are loaded when the service starts ` +
        `on an empty database.\n${USAGE}`,
    );
  }
  const orders = await pool.query<Line>(
    `select m.id as member_id, o.id as order_id, o.status, o.type
     from service.member_order o join service.member m on m.user_id = o.user_id
     where m.organisation_id = $1
     order by m.created_at desc, m.id desc, o.status, o.type, o.created_at desc, o.id desc`,
    [rows[0].id],
  );
  say('member_id,order_id,status,type');
  for (const { member_id, order_id, status, type } of orders.rows) {
    say(Papa.unparse([[member_id, order_id, status, type].map(inertCell)]));
  }
}
