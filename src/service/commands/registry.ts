import { demoOrders } from '../db/demo/orders-csv.ts';
import { demoScale } from '../db/demo/scale.ts';
import { importFiles } from './import-files.ts';
import { issueToken } from './issue-token.ts';
import { storeOrganisation } from './store-organisation.ts';
import { verifyJournal } from './verify-journal.ts';

/** The commands for the keyboard, by the names of their npm scripts. */
export const COMMANDS = {
  'service:token': issueToken,
  'service:import': importFiles,
  'demo:orders': demoOrders,
  'demo:scale': demoScale,
  'journal:verify': verifyJournal,
  organisation: storeOrganisation,
};

export type CommandName = keyof typeof COMMANDS;
