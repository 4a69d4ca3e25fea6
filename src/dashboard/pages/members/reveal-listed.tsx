import { MOST_REVEALED } from '#contract/contacts.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import type { Contacts } from '#dashboard/api/members/contacts.ts';
import type { MemberRow } from '#dashboard/api/members/members.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { eachRow, type Rows } from '#dashboard/table/rows.ts';
import { Button } from '#dashboard/ui/button.tsx';

/** Shows the contact data of all listed members at once, or hides it again. Nothing for those who may not see it. */
export function RevealListed({ contacts, rows }: { contacts: Contacts; rows: Rows<MemberRow> | undefined }) {
  const { may, shown, error, isPending } = contacts;
  if (!may || !rows || rows.length === 0) return null;
  const isTooMany = rows.length > MOST_REVEALED;
  const ids = isTooMany ? [] : Array.from(eachRow(rows), ({ _id }) => _id);
  const isShown = ids.length > 0 && ids.every((id) => shown[id]);
  return (
    <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
      {error && (
        <span role="alert" className="text-danger text-table">
          Contact data could not be shown. {error instanceof ApiError && explainRead(error)}
        </span>
      )}
      <Button
        look="quiet"
        disabled={isTooMany}
        aria-busy={isPending}
        title={
          isTooMany
            ? `Filter the list to ${formatCount(MOST_REVEALED)} members or fewer first.`
            : 'Who sees whose contact data is recorded.'
        }
        onClick={() => (isShown ? contacts.mask(ids) : contacts.reveal(ids))}
      >
        {isShown ? 'Hide contact data' : 'Show contact data'}
      </Button>
    </span>
  );
}
