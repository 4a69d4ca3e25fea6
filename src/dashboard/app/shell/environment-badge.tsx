import type { DeskState } from '#contract/session.ts';

/** Says whether the data is live or a demo. Demo is dashed and amber, live is solid, so that they are not confused. */
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
      <span className="whitespace-nowrap font-medium">{demo ? 'Demo data' : 'Live'}</span>
      {!demo && (
        <span title={environment.host} className="min-w-0 truncate">
          {environment.host}
        </span>
      )}
    </span>
  );
}
