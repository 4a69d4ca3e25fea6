import { runCommand } from './local.ts';

await runCommand('service:import');
