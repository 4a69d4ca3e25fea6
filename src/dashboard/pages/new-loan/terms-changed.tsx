import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { focusHeading } from '#dashboard/ui/focus.ts';
import type { LoanReviewState } from './use-loan-review.ts';

/** The new terms next to the old; what was typed stays. */
export function TermsChanged({ changes, acceptTerms }: LoanReviewState) {
  return (
    <Banner
      tone="warning"
      title="Your terms changed while this form was open"
      action={
        <Button
          onClick={() => {
            acceptTerms();
            focusHeading();
          }}
        >
          Continue with the new terms
        </Button>
      }
    >
      <p>What you entered is kept and checked against the new terms.</p>
      <table className="mt-2 w-full max-w-160 text-left">
        <thead className="text-label text-muted">
          <tr>
            {['Term', 'Before', 'Now'].map((head) => (
              <th key={head} scope="col" className="py-1 pr-3 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ label, before, after }) => (
            <tr key={label} className="border-warning-border border-t align-top">
              <th scope="row" className="py-1 pr-3 font-normal">
                {label}
              </th>
              <td className="py-1 pr-3 line-through wrap-anywhere">{before}</td>
              <td className="py-1 font-medium text-text wrap-anywhere">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Banner>
  );
}
