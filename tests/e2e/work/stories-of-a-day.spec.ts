import { cancellable, createCast } from '#tests/stories/cast.ts';
import { STORIES } from '#tests/stories/stories.ts';
import { test } from '../desk.ts';

test.use({ leaves: 'a day’s work' });

for (const { title, tell } of STORIES) {
  test(`a day’s work: ${title}`, async ({ browser, desk }) => {
    test.setTimeout(180_000);
    const orders = cancellable(await desk.orders());
    const cast = createCast(browser, desk.address, { means: 'mouse', width: 1440, theme: 'light' }, orders);
    await tell(cast).finally(cast.end);
  });
}
