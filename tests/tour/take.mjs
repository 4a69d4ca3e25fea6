// Takes the pictures of docs/tour.md from the built Pledge on fresh demo data: `npm run tour`.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ensureChromium } from '../support/chromium.mjs';
import { PICTURES } from './pictures.mjs';

const data = mkdtempSync(join(tmpdir(), 'pledge-tour-'));
const gateway = spawn(process.execPath, ['dist/server/gateway.js'], {
  env: { ...process.env, PORT: '0', DATA_DIR: data, LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const address = await new Promise((resolve, reject) => {
  let output = '';
  gateway.stdout.on('data', (chunk) => {
    output += chunk;
    const found = /ready at (\S+)/.exec(output)?.[1];
    if (found) resolve(found);
  });
  gateway.once('exit', () => reject(new Error('The gateway ended at its start')));
});

const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  for (const { name, path, scheme, width, prepare } of PICTURES) {
    const context = await browser.newContext({
      viewport: { width, height: width < 500 ? 844 : 900 },
      colorScheme: scheme,
      timezoneId: 'Africa/Lagos',
    });
    const page = await context.newPage();
    await page.goto(address + path);
    await page.getByRole('button', { name: /Crestline/ }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await prepare?.(page, data);
    // Events keep a connection open for good, so the network is never idle: what loads is still by now.
    await page.waitForTimeout(3_000);
    await page.screenshot({ path: join('tests', 'tour', `${name}.png`) });
    await context.close();
    console.log(`tests/tour/${name}.png`);
  }
} finally {
  await browser.close();
  gateway.kill();
  rmSync(data, { recursive: true, force: true });
}
