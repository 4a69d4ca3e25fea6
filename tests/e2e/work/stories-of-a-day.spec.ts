import { cancellable, createCast, type Way } from '#tests/stories/cast.ts';
import { STORIES } from '#tests/stories/stories.ts';
import { test } from '../desk.ts';

test.use({ leaves: 'a day’s work' });

const WAYS: readonly Way[] = [
  { means: 'mouse', width: 1440, theme: 'light' },
  { means: 'keyboard', width: 1440, theme: 'dark' },
  { means: 'touch', width: 390, theme: 'dark' },
];

for (const way of WAYS) {
  for (const { title, tell } of STORIES) {
    test(`a day’s work by ${way.means}: ${title}`, async ({ browser, desk }) => {
      const orders = cancellable(await desk.orders());
      const cast = createCast(browser, desk.address, way, orders);
      await tell(cast).finally(cast.end);
    });
  }
}
