import { runCommand } from './local.ts';

await runCommand('journal:verify');
