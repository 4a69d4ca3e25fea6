import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('every test that docs/security.md names is there', () => {
  const missing: string[] = [];
  const parts = readFileSync('docs/security.md', 'utf8').matchAll(
    /`([\w/.-]+\.(?:test|spec)\.tsx?)`((?:,? ?"[^"]+")*)/g,
  );
  let count = 0;
  for (const [, file = '', titles = ''] of parts) {
    const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
    for (const [, title = ''] of titles.matchAll(/"([^"]+)"/g)) {
      count += 1;
      if (!source.includes(title)) missing.push(`${file}: ${title}`);
    }
  }
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(40);
});
