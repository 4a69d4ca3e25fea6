import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OpenSession } from '#contract/people.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { useStanding } from '#dashboard/api/http/use-standing-error.ts';
import { sessionsQuery, useEndSession } from '#dashboard/api/people/people.ts';
import { rolesText } from '#dashboard/api/session/role-labels.ts';
import { sessionHolder, signOutEverywhere, useDesk } from '#dashboard/api/session/session.ts';
import { Refused } from '#dashboard/forms/refused.tsx';
import { browserName } from '#dashboard/lib/browser-name.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { RetryBanner, retryOf } from '#dashboard/table/failures.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { focusHeading } from '#dashboard/ui/focus.ts';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';

export function Sessions() {
  const client = useQueryClient();
  const desk = useDesk();
  const { session } = desk;
  const sessions = useStanding(useQuery(sessionsQuery));
  const { data, error } = sessions;
  const ending = useEndSession();
  const leaving = useMutation({ mutationFn: () => signOutEverywhere(client, sessionHolder(desk)) });
  const trouble = leaving.error ?? ending.error;
  return (
    <>
      <p>
        You are signed in as <bdi className="font-medium">{clip(session?.person.name ?? '', 80)}</bdi>
        {session?.person.verified === false && ' (self-declared)'}, {rolesText(session?.roles ?? [])}.
      </p>
      {trouble && <Refused title="The session could not be ended" error={trouble} />}
      {error && !data ? (
        <RetryBanner title="Your sessions could not be loaded" error={error} {...retryOf(sessions)}>
          {explainRead(error)}
        </RetryBanner>
      ) : (
        <ul aria-label="Open sessions" aria-busy={!data} className="divide-y divide-hairline">
          {data?.map((one) => (
            <SessionLine
              key={one.id}
              session={one}
              busy={ending.isPending && ending.variables === one.id}
              end={() => {
                leaving.reset();
                // The button that was pressed goes with its line.
                ending.mutate(one.id, { onSuccess: focusHeading });
              }}
            />
          )) ?? (
            <li className="flex min-h-12 items-center">
              <Skeleton className="w-2/3" />
            </li>
          )}
        </ul>
      )}
      <p>
        <Button
          busy={leaving.isPending}
          onClick={() => {
            ending.reset();
            leaving.mutate();
          }}
        >
          Sign out everywhere
        </Button>
      </p>
    </>
  );
}

function SessionLine({ session, busy, end }: { session: OpenSession; busy: boolean; end: () => void }) {
  const { browser, address, startedAt, lastSeenAt, current } = session;
  const name = browserName(browser);
  return (
    <li className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="font-medium">
          {name}
          {address && <span className="font-normal text-muted"> · {clip(address, 60)}</span>}
        </p>
        <p className="text-muted text-table">
          Signed in <DateTime at={Date.parse(startedAt)} />, last seen{' '}
          <DateTime at={Date.parse(lastSeenAt)} />
        </p>
      </div>
      {current ? (
        <span className="text-muted">This browser</span>
      ) : (
        <Button busy={busy} onClick={end} aria-label={`End the session in ${name}`}>
          End
        </Button>
      )}
    </li>
  );
}
