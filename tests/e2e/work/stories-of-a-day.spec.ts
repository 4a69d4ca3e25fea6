import { cancellable, createCast, type Way } from '#tests/stories/cast.ts';
import { STORIES } from '#tests/stories/stories.ts';
import { test, withDesk } from '../desk.ts';

const WAYS: readonly Way[] = [
  { means: 'mouse', width: 1440, theme: 'light' },
  { means: 'keyboard', width: 1440, theme: 'dark' },
  { means: 'touch', width: 390, theme: 'dark' },
];

for (const way of WAYS) {
  for (const { title, tell } of STORIES) {
    // On a desk of its own: what a story lends or cancels can't be lent or cancelled again in another way.
    test(`a day’s work by ${way.means}: ${title}`, async ({ browser }) => {
      await withDesk(async (desk) => {
        const orders = cancellable(await desk.orders());
        const cast = createCast(browser, desk.address, way, orders);
        await tell(cast).finally(cast.end);
      });
    });
  }
}
