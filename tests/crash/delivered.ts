import { expect } from 'vitest';
import { type Person, personAt } from './person.ts';
import { type Picture, takePicture } from './picture.ts';
import { letTimePass, type System } from './system.ts';

/** After so many starts every event must have found its way. */
const MOST_STARTS = 6;

/** The stores of a system once every event has arrived and its sender knows that it has. */
export async function whenDelivered(
  desk: Pick<System, 'address' | 'visit' | 'restart' | 'stop'>,
): Promise<Picture> {
  const person = personAt(desk.address);
  try {
    for (let tried = 0; ; tried += 1) {
      const picture = await desk.visit(async (stores) => {
        await letTimePass(stores);
        return await takePicture(stores.service, stores.desk);
      });
      const undelivered = picture.outbox.filter(({ delivered }) => !delivered);
      if (undelivered.length === 0) return picture;
      if (tried === MOST_STARTS) throw new Error(`${undelivered.length} events stay undelivered`);
      await desk.restart();
      await person.signIn();
      await expect
        .poll(() => countEvents(person), { timeout: 120_000, interval: 500 })
        .toBeGreaterThanOrEqual(picture.outbox.length);
      // What is being written down is finished, as it wouldn't be by a kill.
      await desk.stop();
    }
  } finally {
    person.leave();
  }
}

async function countEvents(person: Person): Promise<number> {
  const log = (await person.read('/events/log?limit=1')) as { total?: number } | null;
  return log?.total ?? -1;
}
