import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatewayDocument } from '#contract/openapi/gateway.ts';
import { serviceDocument } from '#contract/openapi/service.ts';
import { readOptions, UsageError } from './command.ts';

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
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 1;
}

function give({ folder, gateway }: { folder?: string | undefined; gateway?: boolean | undefined }): void {
  const textOf = (document: object) => `${JSON.stringify(document, null, 2)}\n`;
  if (!folder) return void process.stdout.write(textOf(DOCUMENTS[gateway ? 'gateway' : 'service']()));
  mkdirSync(folder, { recursive: true });
  for (const [name, documentOf] of Object.entries(DOCUMENTS)) {
    writeFileSync(join(folder, `${name}.json`), textOf(documentOf()));
  }
}
