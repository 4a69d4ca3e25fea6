import { runCommand } from './local.ts';

await runCommand('demo:scale');
