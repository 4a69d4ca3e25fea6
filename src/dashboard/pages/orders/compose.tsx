import { useDeferredValue, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { RunRequest } from '#contract/runs.ts';
import { runAddress } from '#dashboard/api/addresses.ts';
import { reasonAndNote, reasonProblem } from '#dashboard/api/operations/cancel-reasons.ts';
import { idProblem, type OrderLines, readOrderLines } from '#dashboard/api/operations/order-lines.ts';
import { useStartRun } from '#dashboard/api/operations/runs.ts';
import { CancelReason } from '#dashboard/forms/cancel-reason.tsx';
import { ConfirmCancelDialog } from '#dashboard/forms/confirm-cancel-dialog.tsx';
import { countOf } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { LineSource } from './line-source.tsx';
import { LinesPreview } from './lines-preview.tsx';
import { MemberField, useMemberName } from './member-field.tsx';
import type { KeptDrafts } from './run-drafts.ts';
import { StartedBefore, startFailure } from './start-failure.tsx';
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
  const opener = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const start = useStartRun();
  const memberName = useMemberName(member);

  const pairs = (lines?.lines ?? []).filter(
    ({ verdict }) => verdict === 'ready' || (withConflicts && verdict === 'conflict'),
  );
  const memberError = member === null ? null : idProblem(member);
  const reasonError = reasonProblem(draft.reason.choice, draft.reason.text);
  const failure = startFailure(start.error);
  const ask = () => {
    setTried(true);
    start.reset();
    if (pairs.length > 0 && !reasonError && !memberError && !busy) setAsking(true);
  };
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
        <Banner tone="warning" title="This list is too large to be saved in this browser">
          It is lost if you close or reload this page before you start the run.
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
          {lines && <LinesPreview read={lines} busy={busy} oneMember={oneMember} />}
        </div>
        <Panel title="Cancel" className="lg:sticky lg:top-4">
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
            <Button look="primary" ref={opener} disabled={pairs.length === 0} onClick={ask}>
              {pairs.length === 0 ? 'Cancel orders' : `Cancel ${countOf(pairs.length, 'order')}…`}
            </Button>
            <p className="text-label text-muted">You’ll review and confirm before anything is sent.</p>
          </div>
        </Panel>
        {asking && (
          <ConfirmCancelDialog
            count={pairs.length}
            facts={[
              ...(member === null
                ? []
                : [{ label: 'Member', value: memberName ? `${memberName} · ${member}` : member }]),
              ...skippedFact((lines?.lines.length ?? 0) - pairs.length),
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

/** The lines of a text, read in slices; null while there is no text. `busy` until they are those of this text. */
function useOrderLines(text: string, member: string | null): { lines: OrderLines | null; busy: boolean } {
  const read = useSliced(() => readOrderLines(text, member), null, [text, member]);
  // The key that was pressed is painted before what it made of the lines.
  const lines = useDeferredValue(read.result);
  if (text.trim() === '') return { lines: null, busy: false };
  return { lines: lines ?? null, busy: !read.settled || lines !== read.result };
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
