import { runCommand } from './local.ts';

await runCommand('organisation');
