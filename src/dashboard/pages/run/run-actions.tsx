import { Download, Pause, Play, Square } from 'lucide-react';
import { RUN_ACTIONS_IN, type Run, type RunAction } from '#contract/runs.ts';
import { reportAddress, type useRunAction } from '#dashboard/api/operations/runs.ts';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';

const ACTIONS: Record<RunAction, { label: string; Icon: typeof Pause }> = {
  now: { label: 'Start now', Icon: Play },
  resume: { label: 'Resume', Icon: Play },
  pause: { label: 'Pause', Icon: Pause },
  stop: { label: 'Stop', Icon: Square },
};

interface RunActionsProps {
  run: Run;
  action: ReturnType<typeof useRunAction>;
}

/** What can be done to a run in its state, and its report. */
export function RunActions({ run, action }: RunActionsProps) {
  const possible: readonly RunAction[] = RUN_ACTIONS_IN[run.state];
  // In the grace period, resuming is starting now, and a pause has nothing to pause.
  const hidden: readonly RunAction[] = run.state === 'waiting' ? ['pause', 'resume'] : ['now'];
  const offered = (['now', 'resume', 'pause', 'stop'] as const).filter(
    (name) => possible.includes(name) && !hidden.includes(name),
  );
  return (
    <>
      {offered.map((name) => {
        const { label, Icon } = ACTIONS[name];
        return (
          <Button
            key={name}
            look={name === 'resume' ? 'primary' : 'secondary'}
            icon={<Icon size={14} aria-hidden />}
            busy={action.isPending && action.variables === name}
            onClick={() => action.mutate(name)}
          >
            {label}
          </Button>
        );
      })}
      <a href={reportAddress(run.id)} download className={buttonClass()}>
        <Download size={16} aria-hidden />
        {run.finishedAt === null ? 'Report so far (CSV)' : 'Report (CSV)'}
      </a>
    </>
  );
}
