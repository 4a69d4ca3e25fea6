import { useLiveEvents } from '#dashboard/api/activity/events.ts';

/** Shows nothing: listens to the service's events during a session. */
export function LiveEvents() {
  useLiveEvents();
  return null;
}
