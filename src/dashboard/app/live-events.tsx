import { useLiveEvents } from '#dashboard/api/events.ts';

/** Shows nothing: hears of what happened at the service while somebody is signed in. */
export function LiveEvents() {
  useLiveEvents();
  return null;
}
