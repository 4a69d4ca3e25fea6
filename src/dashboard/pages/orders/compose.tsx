import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { RunRequest } from '#contract/run-requests.ts';
import { runAddress } from '#dashboard/api/addresses.ts';
import { reasonAndNote, reasonProblem } from '#dashboard/api/operations/cancel-reasons.ts';
import { idProblem } from '#dashboard/api/operations/order-lines.ts';
import { useStartRun } from '#dashboard/api/operations/runs.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import { CancelReason, focusReason } from '#dashboard/forms/cancel-reason.tsx';
import { focusField } from '#dashboard/forms/error-summary.tsx';
import { TextField } from '#dashboard/forms/text-field.tsx';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { DialogButton } from '#dashboard/ui/dialog-button.tsx';
import { focusHeading } from '#dashboard/ui/focus.ts';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { ConfirmCancelDialog, isStartedBefore, nameOf, oddAmong, runFacts } from './confirm-run.ts';
import { LineSource } from './line-source.tsx';
import { type KeptDrafts, newRun, useRunDraft } from './run-draft.ts';
import { useOrderLines } from './use-order-lines.ts';

/** It brings the code of a table along. */
const LinesPreview = lazyPanel(() => import('./lines-preview.tsx').then((module) => module.LinesPreview));

/**
 * Everything about a run before it starts: its lines, why, and the confirmation. With `oneMember`, all orders belong to one
 * member, whose id is entered once.
 */
export function Compose(props: { kept: KeptDrafts; holder: string; oneMember: boolean }) {
  const { kept, holder, oneMember } = props;
  const state = useRunDraft(holder, kept.own);
  const { draft, change } = state;
  const [other, setOther] = useState(kept.own ? null : kept.other);
  const settle = (next: typeof other) => {
    setOther(next);
    // The button that was pressed may be gone.
    if (next === null) focusHeading();
  };
  const [search, setSearch] = useSearchParams();
  // The member that the address names, or else the draft.
  const member = oneMember ? (search.get('member') ?? draft.member).trim() : null;
  const read = useOrderLines(draft.text, member);
  const { lines } = read;
  const [tried, setTried] = useState(false);
  /** The lines for which orders under two members were included. Another list asks again. */
  const [included, setIncluded] = useState<typeof lines>(null);
  const withConflicts = lines !== null && included === lines;
  const navigate = useNavigate();
  const start = useStartRun();

  const sent = (lines?.lines ?? []).filter(
    ({ verdict }) => verdict === 'ready' || (withConflicts && verdict === 'conflict'),
  );
  const toCheck = oddAmong(sent, read);
  const memberError = member === null ? null : idProblem(member);
  const reasonError = reasonProblem(draft.reason.choice, draft.reason.text);
  /** Whether all that a run needs is there. If not, moves the focus to what is missing. */
  const isReady = () => {
    setTried(true);
    start.reset();
    if (memberError) focusField('member');
    else if (reasonError) focusReason(draft.reason);
    return !memberError && !reasonError && sent.length > 0;
  };
  const begin = (closeDialog: () => void) => {
    state.markSent();
    // Several orders of one member may be on one line, whose number is then none of theirs.
    const isNumbered = new Set(sent.map(({ line }) => line)).size === sent.length;
    const request: RunRequest = {
      kind: 'cancelOrders',
      ...reasonAndNote(draft.reason.choice, draft.reason.text),
      lines: sent.map(({ member: memberId, order: orderId, line }) => {
        return { memberId, orderId, ...(isNumbered && { line }) };
      }),
    };
    const wanted = { id: draft.runId, holder, ...request };
    // If the page is left, nothing follows the answer: the draft names the run on the next visit.
    start.mutate(wanted, {
      onSuccess({ run }) {
        state.discard();
        navigate(runAddress(run.id));
      },
      // The dialog shows other failures and stays open.
      onError: (error) => void (isStartedBefore(error) && closeDialog()),
    });
  };
  const cancel = (
    <DialogButton
      // What was pressed for lines that turn out to be none isn't asked of the next ones.
      key={String(sent.length > 0)}
      look="primary"
      disabled={sent.length === 0}
      approach={ConfirmCancelDialog.approach}
      mayOpen={isReady}
      // A file that arrives during the confirmation needs another one.
      dialog={(opened) =>
        read.busy ? (
          <p role="status" className="text-center text-muted text-table">
            Reading the lines…
          </p>
        ) : (
          <ConfirmCancelDialog
            {...opened}
            count={sent.length}
            facts={runFacts(sent, read, member, draft.reason)}
            error={start.error}
            busy={start.isPending}
            onConfirm={() => begin(opened.onClose)}
          />
        )
      }
    >
      {sent.length === 0 ? 'Cancel orders' : `Cancel ${countOf(sent.length, 'order')}…`}
    </DialogButton>
  );
  return (
    <>
      {other && (
        // A list that was not started: one of another tab, or of an earlier visit.
        <Banner
          tone="info"
          title={`You have a list from ${formatInstant(other.at)} that wasn’t started`}
          action={
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => settle(null)}>Dismiss</Button>
              <Button onClick={() => settle(state.take(other.draft))}>Continue with it</Button>
            </div>
          }
        />
      )}
      {isStartedBefore(start.error) && (
        <Banner
          tone="warning"
          title="A run was started from an earlier version of this list"
          action={
            <div className="flex flex-wrap gap-2">
              <ButtonLink to={runAddress(draft.runId)}>View that run</ButtonLink>
              <Button
                onClick={() => {
                  change(newRun());
                  start.reset();
                  focusHeading();
                }}
              >
                Use as a new list
              </Button>
            </div>
          }
        >
          Nothing was sent now. Check that run first: orders in both lists would be requested twice.
        </Banner>
      )}
      {!state.isKept && (
        <Banner tone="warning" title="This list is too large to save in this browser">
          It is lost if you close or reload this page.
        </Banner>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the code of the preview comes when lines are near */}
        <div
          onFocus={LinesPreview.approach}
          onDragEnter={LinesPreview.approach}
          className="flex min-w-0 flex-col gap-4"
        >
          {member !== null && (
            <Panel title="Member">
              <div className="p-4">
                <TextField
                  name="member"
                  label="Member ID"
                  help={nameOf(member, read) ?? 'From the member’s page.'}
                  error={tried && memberError ? `The member ID ${memberError}.` : undefined}
                  text={member}
                  onText={(id) => {
                    change({ member: id });
                    setSearch(withParams(search, { member: id }), { replace: true });
                  }}
                  mono
                />
              </div>
            </Panel>
          )}
          <LineSource key={draft.id} draft={draft} change={change} oneMember={oneMember} />
        </div>
        {/* Before the preview, which on a phone may be ten thousand pixels long. */}
        <Panel title="Cancel" className="lg:sticky lg:top-4 lg:row-span-2">
          <div className="flex flex-col gap-4 p-4">
            <CancelReason
              value={draft.reason}
              onChange={(next) => change({ reason: next })}
              error={tried ? (reasonError ?? undefined) : undefined}
            />
            {lines && lines.counts.conflict > 0 && (
              <Checkbox
                className="flex cursor-pointer items-start gap-2.5 text-table"
                checked={withConflicts}
                onChange={(event) => setIncluded(event.target.checked ? lines : null)}
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
        {lines && <LinesPreview.Apart {...read} lines={lines} oneMember={oneMember} />}
        <div className="page-foot -mx-4 flex items-center justify-between gap-3 border-hairline border-t bg-panel px-4 py-2.5 md:-mx-6 md:px-6 lg:hidden">
          <p className="tabular min-w-0 text-label text-muted">
            {lines ? countOf(lines.lines.length, 'line') : 'No lines yet'}
            {toCheck > 0 && `, ${formatCount(toCheck)} to check`}
          </p>
          {cancel}
        </div>
      </div>
    </>
  );
}
