import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gatewayDocument } from '#contract/openapi/gateway.ts';
import { serviceDocument } from '#contract/openapi/service.ts';

// Prints an OpenAPI document, or writes all of them into a folder.
const DOCUMENTS = { service: serviceDocument, gateway: gatewayDocument };

const { values } = parseArgs({ options: { folder: { type: 'string' }, gateway: { type: 'boolean' } } });
const textOf = (document: object) => `${JSON.stringify(document, null, 2)}\n`;
if (values.folder) {
  mkdirSync(values.folder, { recursive: true });
  for (const [name, documentOf] of Object.entries(DOCUMENTS)) {
    writeFileSync(join(values.folder, `${name}.json`), textOf(documentOf()));
  }
} else {
  // A reader such as `head` may have enough before the end.
  process.stdout.on('error', () => process.exit());
  process.stdout.write(textOf(DOCUMENTS[values.gateway ? 'gateway' : 'service']()));
}
