import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { approvalAddress } from '#dashboard/api/addresses.ts';
import { STATE_LABELS } from '#dashboard/api/approvals/approval-words.ts';
import { approvalQuery } from '#dashboard/api/approvals/approvals.ts';
import { clip } from '#dashboard/lib/truncate.ts';

/** How a request was decided and by whom, as a link to its approval. */
export function ApprovalLink({ id }: { id: string }) {
  const { data } = useQuery(approvalQuery(id));
  const by = data?.decision?.by;
  return (
    <Link to={approvalAddress(id)} className="text-accent-text underline underline-offset-2">
      {data ? STATE_LABELS[data.state].label : 'Open the approval'}
      {by && ' by '}
      {by && <bdi>{clip(by.name, 80)}</bdi>}
    </Link>
  );
}
