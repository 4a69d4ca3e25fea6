import { useLiveEvents } from '#dashboard/api/activity/use-live-events.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { Silence } from './silence.tsx';
import { TapTip } from './tap-tip.tsx';

/** What comes over any page by itself, and what keeps the page up to date: in one chunk, loaded after the page. */
export function LateOverlays() {
  const mayRead = useMay('read');
  return (
    <>
      {mayRead && <LiveEvents />}
      <TapTip />
      <Silence />
    </>
  );
}

/** Shows nothing: listens to the service's events during a session. */
function LiveEvents() {
  useLiveEvents();
  return null;
}
