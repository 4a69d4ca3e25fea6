import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gatewayDocument } from '#contract/openapi/gateway.ts';
import { serviceDocument } from '#contract/openapi/service.ts';
import { makeFolder } from '#server/data-folder.ts';
import { CommandError, readOptions, UsageError } from './command.ts';

// Prints an OpenAPI document, or writes all of them into a folder.
const DOCUMENTS = { service: serviceDocument, gateway: gatewayDocument };

const USAGE = `Usage: npm run openapi [-- --gateway]
       npm run openapi -- --folder FOLDER

Prints the OpenAPI document of the service.
  --gateway         prints the gateway's instead
  --folder FOLDER   writes both into a folder, as service.json and gateway.json
  --help            prints this`;

const args = process.argv.slice(2);
// A reader such as `head` may have enough before the end.
process.stdout.on('error', () => process.exit());
try {
  if (args.includes('--help') || args.includes('-h')) process.stdout.write(`${USAGE}\n`);
  else give(readOptions(args, { folder: { type: 'string' }, gateway: { type: 'boolean' } }));
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  console.error(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : error.message);
  process.exitCode = 1;
}

function give({ folder, gateway }: { folder?: string | undefined; gateway?: boolean | undefined }): void {
  const textOf = (document: object) => `${JSON.stringify(document, null, 2)}\n`;
  if (!folder) return void process.stdout.write(textOf(DOCUMENTS[gateway ? 'gateway' : 'service']()));
  try {
    makeFolder(resolve(folder), 0o777);
    for (const [name, documentOf] of Object.entries(DOCUMENTS)) {
      writeFileSync(join(folder, `${name}.json`), textOf(documentOf()));
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`The documents can't be written to ${folder} (${code}). Name another folder.`);
  }
}
