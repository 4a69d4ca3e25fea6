import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isAbsence } from '#dashboard/api/http/api-error.ts';
import { useStandingError } from '#dashboard/api/http/use-standing-error.ts';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { SkeletonPanel } from '#dashboard/ui/skeleton.tsx';
import { Failed, retryOf } from './failures.tsx';

/** Takes the place of a record on its page: it is on its way, there is none, or it could not be loaded. */
export function MissingRecord(props: {
  title: string;
  /** What the record is: `run`. */
  what: string;
  query: UseQueryResult<unknown>;
  /** Said if there is none: `Run not found`, why that may be, and what to do instead. */
  notFound: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  const { title, what, query, notFound, children, action } = props;
  const error = useStandingError(query);
  const isNotFound = isAbsence(error);
  return (
    <>
      <PageHead title={title} />
      {!error && (
        <div aria-busy>
          <SkeletonPanel className="h-60" widths={['w-1/2', 'w-2/3', 'w-1/3']} />
        </div>
      )}
      {isNotFound && (
        <Notice title={notFound} action={action}>
          {children}
        </Notice>
      )}
      {error && !isNotFound && <Failed {...{ what, error }} {...retryOf(query)} />}
    </>
  );
}
