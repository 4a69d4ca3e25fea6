import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';

/** Shown instead of a list without loans. */
export function NoLoans({ refresh }: { refresh: () => void }) {
  return (
    <Notice title="You have no loans yet" action={<Button onClick={refresh}>Look again</Button>}>
      A loan stands here as soon as the service has created it for you.
    </Notice>
  );
}
