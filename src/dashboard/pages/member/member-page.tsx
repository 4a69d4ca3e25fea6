import type { QueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { asSent } from '#contract/reading.ts';
import { cancelOrdersAddress } from '#dashboard/api/addresses.ts';
import { followUpsQuery } from '#dashboard/api/follow-ups/follow-ups.ts';
import { prefetchList } from '#dashboard/api/http/list-source.ts';
import { loanList } from '#dashboard/api/loans/loans.ts';
import { useContacts } from '#dashboard/api/members/contacts.ts';
import { type MemberRow, memberList, nameOfMember, useMember } from '#dashboard/api/members/members.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { useDesk } from '#dashboard/api/session/session.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import { MemberLoans } from '#dashboard/forms/member-loans.tsx';
import { FollowUpsPanel, RecordHistoryPanel } from '#dashboard/forms/record-panels.tsx';
import { countOf } from '#dashboard/lib/figures.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Failed } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { LoadProgressBar } from '#dashboard/table/load-progress-bar.tsx';
import { DialogButton } from '#dashboard/ui/dialog-button.tsx';
import { Fold } from '#dashboard/ui/fold.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
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
  const { member, all } = useMember(id);
  const now = useNow();
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-4 px-4 py-4 md:px-6">
      {member ? <Found member={member} all={all} /> : <Search all={all} />}
      {member && <p className="text-label text-muted">{zoneSentence(now)}</p>}
    </div>
  );
}

/** No endpoint gives one member: all of them are looked through. */
function Search({ all }: { all: ReturnType<typeof useMember>['all'] }) {
  const { state, unreadable, loaded, error } = all.progress;
  const isComplete = state === 'complete';
  const count = countOf(loaded, 'member');
  const isNone = isComplete && unreadable === 0;
  const outcome = isNone
    ? `Checked all ${count} of your organisation. Check the link.`
    : `${countOf(unreadable, 'row')} could not be read, and may be this member.`;
  return (
    <>
      <PageHead title="Member" />
      {loaded === 0 && error instanceof Error ? (
        <Failed what="members" error={error} retrying={state === 'loading'} retry={all.retry} />
      ) : (
        <>
          <LoadProgressBar progress={all.progress} noun="member" load={all} />
          <Notice
            title={isNone ? 'Member not found' : `Not found in ${count}${isComplete ? '' : ' so far'}`}
            action={<ButtonLink to="/members">View members</ButtonLink>}
          >
            {isComplete ? outcome : 'All members are being searched.'}
          </Notice>
        </>
      )}
    </>
  );
}

function Found({ member, all }: { member: MemberRow; all: ReturnType<typeof useMember>['all'] }) {
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
          <Freshness at={all.asOf} refreshing={all.progress.state === 'loading'} />
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
