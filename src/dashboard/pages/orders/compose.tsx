import { type MouseEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { RunRequest } from '#contract/runs.ts';
import { runAddress } from '#dashboard/api/addresses.ts';
import { nameOfMember, useMemberIndex } from '#dashboard/api/members/members.ts';
import { reasonAndNote, reasonProblem } from '#dashboard/api/operations/cancel-reasons.ts';
import { idProblem, type OrderPair } from '#dashboard/api/operations/order-lines.ts';
import { useStartRun } from '#dashboard/api/operations/runs.ts';
import { CancelReason, focusReason } from '#dashboard/forms/cancel-reason.tsx';
import { ConfirmCancelDialog } from '#dashboard/forms/confirm-cancel-dialog.tsx';
import { focusField } from '#dashboard/forms/error-summary.tsx';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { LineSource } from './line-source.tsx';
import { LinesPreview } from './lines-preview.tsx';
import { MemberField } from './member-field.tsx';
import type { KeptDrafts } from './run-drafts.ts';
import { StartedBefore, startFailure } from './start-failure.tsx';
import { useOddLines, useOrderLines } from './use-order-lines.ts';
import { useRunDraft } from './use-run-draft.ts';

interface ComposeProps {
  kept: KeptDrafts;
  holder: string;
  /** All orders belong to one member, whose id is entered once. */
  oneMember: boolean;
}

/** Everything about a run before it starts: its lines, why, and the confirmation. */
export function Compose({ kept, holder, oneMember }: ComposeProps) {
  const state = useRunDraft(holder, kept.own);
  const { draft, change } = state;
  const [other, setOther] = useState(kept.own ? null : kept.other);
  const [typedMember, setMember] = useMemberParam(draft.member);
  const member = oneMember ? typedMember : null;
  const { lines, busy } = useOrderLines(draft.text, member);
  const [tried, setTried] = useState(false);
  const [withConflicts, setWithConflicts] = useState(false);
  const [asking, setAsking] = useState(false);
  /** The button that was pressed. */
  const opener = useRef<HTMLButtonElement | null>(null);
  const navigate = useNavigate();
  const start = useStartRun();
  const members = useMemberIndex(Boolean(member) || lines !== null);
  const nameOf = (id: string) => {
    const known = members.byId.get(id);
    return known && nameOfMember(known.user);
  };
  const memberName = member === null ? undefined : nameOf(member);
  const odd = useOddLines(lines, members, oneMember);

  const pairs = (lines?.lines ?? []).filter(
    ({ verdict }) => verdict === 'ready' || (withConflicts && verdict === 'conflict'),
  );
  const memberError = member === null ? null : idProblem(member);
  const reasonError = reasonProblem(draft.reason.choice, draft.reason.text);
  const failure = startFailure(start.error);
  const ask = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    opener.current = currentTarget;
    setTried(true);
    start.reset();
    if (memberError) focusField('member');
    else if (reasonError) focusReason(draft.reason);
    else if (pairs.length > 0 && !busy) setAsking(true);
  };
  const label = pairs.length === 0 ? 'Cancel orders' : `Cancel ${countOf(pairs.length, 'order')}…`;
  const cancel = (
    <Button look="primary" disabled={pairs.length === 0} onClick={ask}>
      {label}
    </Button>
  );
  const begin = async () => {
    state.markSent();
    const request: RunRequest = {
      kind: 'cancelOrders',
      ...reasonAndNote(draft.reason.choice, draft.reason.text),
      lines: pairs.map(({ member: memberId, order: orderId }) => ({ memberId, orderId })),
    };
    try {
      const { run } = await start.mutateAsync({ id: draft.runId, holder, ...request });
      state.discard();
      navigate(runAddress(run.id));
    } catch (error) {
      // The dialog shows other failures and stays open.
      if (startFailure(error)?.isChanged) setAsking(false);
    }
  };
  return (
    <>
      {other && (
        <DraftOffer
          at={other.at}
          onTake={() => {
            state.take(other.draft);
            setOther(null);
          }}
          onClose={() => setOther(null)}
        />
      )}
      {failure?.isChanged && (
        <StartedBefore
          run={draft.runId}
          onSeparate={() => {
            state.separate();
            start.reset();
          }}
        />
      )}
      {!state.isKept && (
        <Banner tone="warning" title="This list is too large to save in this browser">
          It is lost if you close or reload this page.
        </Banner>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {member !== null && (
            <MemberField
              value={member}
              name={memberName}
              error={tried && memberError ? `The member ID ${memberError}.` : undefined}
              onChange={(id) => {
                change({ member: id });
                setMember(id);
              }}
            />
          )}
          <LineSource draft={draft} change={change} oneMember={oneMember} />
        </div>
        {/* Before the preview, which on a phone may be ten thousand pixels long. */}
        <Panel title="Cancel" className="lg:sticky lg:top-4 lg:row-span-2">
          <div className="flex flex-col gap-4 p-4">
            <CancelReason
              value={draft.reason}
              onChange={(reason) => change({ reason })}
              error={tried ? (reasonError ?? undefined) : undefined}
            />
            {lines && lines.counts.conflict > 0 && (
              <Checkbox
                className="flex cursor-pointer items-start gap-2.5 text-table"
                checked={withConflicts}
                onChange={(event) => setWithConflicts(event.target.checked)}
              >
                <span>
                  Include {countOf(lines.counts.conflict, 'line')} whose order is listed under more than one
                  member. Those of the wrong member are refused.
                </span>
              </Checkbox>
            )}
            <div className="flex flex-col max-lg:hidden">{cancel}</div>
            <p className="text-label text-muted">You’ll review and confirm before anything is sent.</p>
          </div>
        </Panel>
        {lines && <LinesPreview read={lines} {...{ members, odd, busy, oneMember }} />}
        <div className="page-foot -mx-4 flex items-center justify-between gap-3 border-hairline border-t bg-panel px-4 py-2.5 md:-mx-6 md:px-6 lg:hidden">
          <p className="tabular min-w-0 text-label text-muted">
            {lines ? countOf(lines.lines.length, 'line') : 'No lines yet'}
            {odd.size > 0 && `, ${formatCount(odd.size)} to check`}
          </p>
          {cancel}
        </div>
        {asking && (
          <ConfirmCancelDialog
            count={pairs.length}
            facts={[
              ...(member === null
                ? memberFacts(pairs, nameOf)
                : [{ label: 'Member', value: memberName ? `${memberName} · ${member}` : member }]),
              ...skippedFact((lines?.lines.length ?? 0) - pairs.length),
              ...(odd.size > 0
                ? [{ label: 'To check', value: `${countOf(odd.size, 'line')} may be wrong` }]
                : []),
              ...reasonFacts(draft.reason.choice, draft.reason.text),
            ]}
            error={failure?.message}
            opener={opener}
            onClose={() => setAsking(false)}
            onConfirm={begin}
          />
        )}
      </div>
    </>
  );
}

/** Whose orders they are: up to three members by name, more by their number. */
function memberFacts(pairs: readonly OrderPair[], nameOf: (id: string) => string | undefined) {
  const ids = [...new Set(pairs.map(({ member }) => member))];
  const few = ids.slice(0, 3).map((id) => nameOf(id) ?? id);
  return [{ label: 'Members', value: ids.length > 3 ? countOf(ids.length, 'member') : few.join(', ') }];
}

function skippedFact(count: number) {
  return count > 0 ? [{ label: 'Skipped', value: countOf(count, 'line') }] : [];
}

function reasonFacts(choice: string, text: string) {
  const { reason, note } = reasonAndNote(choice, text);
  return [{ label: 'Reason', value: reason }, ...(note ? [{ label: 'Note', value: note }] : [])];
}

/** The member that the address names, or else the draft. */
function useMemberParam(drafted: string): [string, (id: string) => void] {
  const [search] = useSearchParams();
  const change = useSearchChange();
  return [(search.get('member') ?? drafted).trim(), (member) => change({ member })];
}

interface DraftOfferProps {
  /** When it was last changed. */
  at: number;
  onTake: () => void;
  onClose: () => void;
}

/** Offers a list that was not started: one of another tab, or of an earlier visit. */
function DraftOffer({ at, onTake, onClose }: DraftOfferProps) {
  return (
    <Banner
      tone="info"
      title={`You have a list from ${formatInstant(at)} that wasn’t started`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={onClose}>Dismiss</Button>
          <Button onClick={onTake}>Continue with it</Button>
        </div>
      }
    />
  );
}

/** Changes parameters of the address without a step in the history; an empty text removes one. */
export function useSearchChange() {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (next: Record<string, string>) =>
    navigate({ pathname, search: String(withParams(search, next)) }, { replace: true });
}
