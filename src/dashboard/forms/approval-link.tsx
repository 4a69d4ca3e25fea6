import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { JournalEntry } from '#contract/operations.ts';
import { approvalAddress } from '#dashboard/api/addresses.ts';
import { STATE_LABELS } from '#dashboard/api/approvals/approval-words.ts';
import { approvalQuery } from '#dashboard/api/approvals/approvals.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { useDesk } from '#dashboard/api/session/session.ts';
import { clip } from '#dashboard/lib/truncate.ts';

type Approved = Pick<JournalEntry, 'person' | 'approvedBy'> & { approval: string };

/** How a request was decided, and by whom. It links to the approval for those who may see it. */
export function ApprovalLink({ of: { approval: id, person, approvedBy } }: { of: Approved }) {
  const isOwn = useDesk().session?.person.id === person;
  const maySee = useMay('see-all-activity') || isOwn;
  const { data } = useQuery({ ...approvalQuery(id), enabled: maySee });
  const by = data?.decision?.by?.name ?? approvedBy;
  const state = data?.state ?? (approvedBy === null ? undefined : 'approved');
  const words = (
    <>
      {state ? STATE_LABELS[state].label : 'Open the approval'}
      {by && ' by '}
      {by && <bdi>{clip(by, 80)}</bdi>}
    </>
  );
  if (!maySee) return state ? words : 'Shown to approvers and administrators only';
  return (
    <Link to={approvalAddress(id)} className="text-accent-text underline underline-offset-2">
      {words}
    </Link>
  );
}
