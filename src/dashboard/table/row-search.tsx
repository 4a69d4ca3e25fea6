import type { ReactNode } from 'react';
import type { FoundRow } from '#dashboard/api/http/use-found-row.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { Progress } from '#dashboard/ui/progress.tsx';
import { SkeletonPanel } from '#dashboard/ui/skeleton.tsx';
import { Failed } from './failures.tsx';
import { loadDoubts } from './load-progress-bar.tsx';

/** Takes the place of a record that is looked for in a list: how far that has come, or how it ended. `children` say among how many. */
export function RowSearch(props: {
  search: FoundRow<unknown>;
  noun: string;
  action: ReactNode;
  children: ReactNode;
}) {
  const { search, noun, action, children } = props;
  const { isLooking, progress, error, stop, lookOn } = search;
  const { state, loaded, total, unreadable } = progress;
  if (isLooking && (loaded > 0 || !error)) {
    return (
      <>
        {loaded > 0 && (
          <Progress label={`Searching for the ${noun}`} done={loaded} of={total}>
            <Button look="quiet" onClick={stop}>
              Stop
            </Button>
          </Progress>
        )}
        <div aria-busy className="flex flex-col gap-3">
          <SkeletonPanel className="h-22" widths={['w-1/2']} />
          <div className="grid gap-3 lg:grid-cols-[3fr_2fr]">
            {[0, 1].map((place) => (
              <SkeletonPanel key={place} className="h-90" widths={['w-24', 'w-3/4', 'w-2/3', 'w-1/2']} />
            ))}
          </div>
        </div>
      </>
    );
  }
  const isWhole = state === 'complete';
  if (isWhole || (state === 'partial' && loaded > 0)) {
    const doubts = loadDoubts(progress, noun);
    if (unreadable > 0)
      doubts.unshift(`${countOf(unreadable, 'row')} could not be read, and may be this ${noun}.`);
    const isNone = isWhole && unreadable === 0;
    return (
      <Notice
        title={
          isNone
            ? `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`
            : `Not found in ${countOf(loaded, noun)}`
        }
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={lookOn}>Retry</Button>
            {action}
          </div>
        }
      >
        <p>{isNone ? children : doubts.join(' ')}</p>
      </Notice>
    );
  }
  if (error && state !== 'stopped' && state !== 'paused')
    return <Failed what={noun} error={error} retrying={isLooking} retry={lookOn} />;
  return (
    <Notice title="The search was stopped" action={<Button onClick={lookOn}>Continue</Button>}>
      {loaded > 0 ? `Not found in the ${countOf(loaded, noun)} checked.` : `No ${noun}s were checked.`}
    </Notice>
  );
}
