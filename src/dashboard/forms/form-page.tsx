import type { ReactNode } from 'react';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';

/** The state of what a form needs before anything can be typed: none of the three can be left out. */
export type FormReadiness =
  | { state: 'loading' }
  | { state: 'failed'; notice: ReactNode }
  | { state: 'ready'; parts: ReactNode; summary: ReactNode };

interface FormPageProps {
  title: string;
  /** Next to the title. */
  aside: ReactNode;
  /** What is wrong, and what has happened, above the form. Null if there is nothing to say. */
  messages: ReactNode;
  readiness: FormReadiness;
}

/** A page that is a form: its parts, and a summary that stays in view. */
export function FormPage({ title, aside, messages, readiness }: FormPageProps) {
  return (
    <div className="mx-auto flex max-w-280 flex-col gap-3 px-4 py-4 md:px-6">
      <PageHead title={title}>{aside}</PageHead>
      {messages}
      {readiness.state === 'failed' && readiness.notice}
      {readiness.state === 'loading' && <Waiting />}
      {readiness.state === 'ready' && (
        <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-3">{readiness.parts}</div>
          {readiness.summary}
        </div>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="flex flex-col gap-3">
        {['h-36', 'h-96', 'h-44'].map((height) => (
          <div key={height} className={`rounded-panel border border-hairline bg-panel p-4 ${height}`}>
            <Skeleton className="w-28" />
          </div>
        ))}
      </div>
      <div className="h-72 rounded-panel border border-hairline bg-panel p-4 max-lg:hidden">
        <Skeleton className="w-24" />
      </div>
    </div>
  );
}
