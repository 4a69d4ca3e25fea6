import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { asSent } from '#contract/reading.ts';
import { cancelOrdersAddress } from '#dashboard/api/addresses.ts';
import { followUpsQuery } from '#dashboard/api/follow-ups/follow-ups.ts';
import { prefetchList } from '#dashboard/api/http/list-source.ts';
import { loanList } from '#dashboard/api/loans/loans.ts';
import { useContacts } from '#dashboard/api/members/contacts.ts';
import { type MemberRow, memberList, nameOfMember } from '#dashboard/api/members/members.ts';
import { useMember } from '#dashboard/api/members/use-member.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { useDesk } from '#dashboard/api/session/session.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import { MemberLoans } from '#dashboard/forms/member-loans.tsx';
import { FollowUpsPanel, RecordHistoryPanel } from '#dashboard/forms/record-panels.tsx';
import { countOf } from '#dashboard/lib/figures.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { RowSearch } from '#dashboard/table/row-search.tsx';
import { DialogButton } from '#dashboard/ui/dialog-button.tsx';
import { Fold } from '#dashboard/ui/fold.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { RawJson } from '#dashboard/ui/raw-json.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { MemberChecks, MemberFacts, MemberOverview, NextSteps } from './member-overview.tsx';

const CancelOrderDialog = lazyPart(() =>
  import('#dashboard/forms/cancel-order-dialog.tsx').then((module) => module.CancelOrderDialog),
);

export function loader(client: QueryClient, _search: URLSearchParams, { id = '' }: Record<string, string>) {
  return Promise.all([
    prefetchList(client, memberList),
    prefetchList(client, loanList),
    client.prefetchQuery(followUpsQuery({ kind: 'member', record: id })),
  ]);
}

export default function MemberPage() {
  const { id = '' } = useParams();
  const search = useMember(id);
  const { row: member, asOf, isLooking, progress } = search;
  const now = useNow();
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-4 px-4 py-4 md:px-6">
      {member ? (
        <Found member={member}>
          <Freshness at={asOf} refreshing={isLooking} />
        </Found>
      ) : (
        <>
          <PageHead title="Member" />
          <RowSearch
            search={search}
            noun="member"
            action={<ButtonLink to="/members">View members</ButtonLink>}
          >
            Checked all {countOf(progress.loaded, 'member')} of your organisation. Check the link.
          </RowSearch>
        </>
      )}
      {member && <p className="text-label text-muted">{zoneSentence(now)}</p>}
    </div>
  );
}

function Found({ member, children }: { member: MemberRow; children: ReactNode }) {
  const { user } = member;
  const name = nameOfMember(user);
  const title = clip(name ?? 'Member without a name', 120);
  const mayCancel = useMay('cancel-orders');
  const contacts = useContacts();
  const { memberIdInPath } = useDesk();
  const memberId = memberIdInPath === '_id' ? member._id : user._id;
  return (
    <>
      <PageHead title={title}>
        <div className="flex flex-wrap items-center gap-2">
          {children}
          {mayCancel && <ButtonLink to={cancelOrdersAddress(memberId)}>Cancel several orders</ButtonLink>}
          <DialogButton
            offered={mayCancel}
            approach={CancelOrderDialog.approach}
            dialog={(props) => <CancelOrderDialog {...props} member={{ id: memberId, name }} />}
          >
            Cancel an order…
          </DialogButton>
        </div>
      </PageHead>
      <NextSteps member={member} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <MemberOverview {...{ member, contacts }} />
        <MemberChecks member={member} />
      </div>
      <FollowUpsPanel kind="member" id={member._id} name={title} />
      <MemberLoans userId={user._id} />
      <RecordHistoryPanel kind="member" id={member._id} idInWrites={memberId} />
      <Fold title="All fields">
        <MemberFacts {...{ member, contacts }} />
      </Fold>
      <RawJson value={asSent(member)} name="member" />
    </>
  );
}
