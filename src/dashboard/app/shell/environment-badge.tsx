import type { DeskState } from '#contract/session.ts';

/** The service behind the desk. Demo is dashed and amber, live solid, so that nobody confuses them. */
export function EnvironmentBadge({ environment }: Pick<DeskState, 'environment'>) {
  const demo = environment.kind === 'demo';
  const look = demo
    ? 'border-dashed border-warning bg-warning-soft text-warning'
    : 'border-success-border bg-success-soft text-success';
  return (
    <span
      className={`inline-flex h-6 min-w-0 items-center gap-1.5 rounded-control border px-2 text-label ${look}`}
    >
      {!demo && <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-current" />}
      <span className="font-medium">{demo ? 'Demo' : 'Live'}</span>
      <span title={environment.host} className="min-w-0 truncate">
        {environment.host}
      </span>
    </span>
  );
}
