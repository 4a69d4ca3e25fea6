import { type Browser, chromium } from 'playwright';
import { findChromium } from '#tests/support/chromium.mjs';

export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('No Chromium is installed here.');
  return await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
