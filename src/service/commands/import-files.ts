import { applyImport, type Import, KINDS, type KindName } from '../import/apply.ts';
import { checkFile } from '../import/check-file.ts';
import { type Fault, refuseFaults } from '../import/faults.ts';
import { type Command, readOptions, readOrganisationName, UsageError } from './command.ts';

const fieldsOf = (name: KindName) =>
  Object.entries(KINDS[name].fields)
    .map(([field, { fallback }]) => (fallback === null ? `${field}*` : field))
    .join(', ');

const USAGE = `Usage: npm run service:import -- --organisation NAME [--members FILE] [--tokens FILE] [--terms FILE]
                                 [--check] [--update]

Loads an organisation's members, tokens and lending terms from CSV or JSON files, all or nothing.
  --organisation NAME   the organisation; made, with a creditor, if there is none of that name
  --members FILE        members with their users
  --tokens FILE         tokens
  --terms FILE          the terms that the organisation lends on: one record
  --check               checks everything and says what an import would do, but writes nothing
  --update              records that exist take the file's values; otherwise other values are a fault
  --help                prints this

A file's name ends in .csv or .json. docs/import.md describes the fields. Fields with * are required:
  members: ${fieldsOf('members')}
  tokens: ${fieldsOf('tokens')}
  terms: ${fieldsOf('terms')}`;

/** Imports an organisation's records from files (docs/import.md). */
export const importFiles: Command<Import> = {
  usage: USAGE,
  read(args) {
    const {
      organisation: given,
      check,
      update,
      ...files
    } = readOptions(args, {
      organisation: { type: 'string' },
      members: { type: 'string' },
      tokens: { type: 'string' },
      terms: { type: 'string' },
      check: { type: 'boolean' },
      update: { type: 'boolean' },
    });
    const organisation = readOrganisationName('organisation', given);
    const names = (Object.keys(KINDS) as KindName[]).filter((name) => files[name] !== undefined);
    if (names.length === 0)
      throw new UsageError('There is no file: name one with --members, --tokens or --terms.');
    const records: Import['records'] = {};
    const faults: Fault[] = [];
    for (const name of names) {
      const checked = checkFile(files[name] ?? '', KINDS[name]);
      records[name] = checked.records;
      faults.push(...checked.faults);
    }
    refuseFaults(faults);
    return {
      organisation,
      records,
      files,
      check: check ?? false,
      update: update ?? false,
    };
  },
  run: async ({ pool }, wanted, say) => await applyImport(pool, wanted, say),
};
