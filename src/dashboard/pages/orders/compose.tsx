import { useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { CancelRun } from '#dashboard/api/cancel-run.ts';
import { nameOfMember, useAllMembers } from '#dashboard/api/members.ts';
import { useDesk } from '#dashboard/api/session.ts';
import { CancelReason } from '#dashboard/forms/cancel-reason.tsx';
import { reasonOf, reasonProblem } from '#dashboard/lib/cancel-words.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { idProblem } from '#dashboard/lib/order-lines.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { Field, inputClass } from '#dashboard/ui/field.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { LineSource } from './line-source.tsx';
import { LinesPreview } from './lines-preview.tsx';
import { OneOrder } from './one-order.tsx';
import { useDraft } from './use-draft.ts';
import { useOrderLines } from './use-order-lines.ts';

const WAYS = [
  { by: 'lines', label: 'Lines of member and order' },
  { by: 'member', label: 'One member, many orders' },
  { by: 'one', label: 'One order' },
] as const;

type Way = (typeof WAYS)[number]['by'];

/** What is to be cancelled, line by line, before anything is sent. */
export function Compose({ run }: { run: CancelRun }) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const by: Way = WAYS.find((way) => way.by === search.get('by'))?.by ?? 'lines';
  const [draft, change] = useDraft();
  const member = (search.get('member') ?? draft.member).trim();
  const go = (next: { by?: Way; member?: string }) => {
    const to = new URLSearchParams(search);
    for (const [name, value] of Object.entries(next)) {
      if (value === '' || value === 'lines') to.delete(name);
      else to.set(name, value);
    }
    navigate({ pathname, search: to.toString() }, { replace: true });
  };
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-1 gap-y-1">
        <legend className="sr-only">What to cancel</legend>
        {WAYS.map((way) => (
          <label
            key={way.by}
            className="inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-control border border-border px-3 font-medium has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-focus max-md:min-h-11"
          >
            <input
              type="radio"
              name="by"
              className="sr-only"
              checked={by === way.by}
              onChange={() => go({ by: way.by })}
            />
            {way.label}
          </label>
        ))}
      </fieldset>
      {by === 'one' ? (
        <OneOrder member={member} />
      ) : (
        <Many
          run={run}
          draft={draft}
          change={change}
          member={by === 'member' ? member : null}
          setMember={(id) => {
            change({ member: id });
            go({ member: id });
          }}
        />
      )}
    </>
  );
}

interface ManyProps {
  run: CancelRun;
  draft: ReturnType<typeof useDraft>[0];
  change: ReturnType<typeof useDraft>[1];
  /** Null where each line names its own. */
  member: string | null;
  setMember: (id: string) => void;
}

function Many({ run, draft, change, member, setMember }: ManyProps) {
  const { lines, busy } = useOrderLines(draft.text, member);
  const { environment } = useDesk();
  const [tried, setTried] = useState(false);
  const [withConflicts, setWithConflicts] = useState(false);
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const { rows } = useAllMembers(member !== null && member !== '');
  const known = rows.find(({ _id, user }) => _id === member || user?._id === member);
  const name = nameOfMember(known?.user);
  const memberTrouble = member === null ? null : idProblem(member);
  const reasonError = reasonProblem(draft.reason.choice, draft.reason.text);
  const wanted = (verdict: string) => verdict === 'ready' || (withConflicts && verdict === 'conflict');
  const pairs = lines?.lines.filter(({ verdict }) => wanted(verdict)) ?? [];
  const ask = () => {
    setTried(true);
    if (pairs.length > 0 && !reasonError && !memberTrouble && !busy) setAsking(true);
  };
  const begin = async () => {
    const leftOut = lines?.lines.filter(({ verdict }) => !wanted(verdict)) ?? [];
    const reason = reasonOf(draft.reason.choice, draft.reason.text);
    try {
      await run.begin({ pairs, leftOut, reason, host: environment.host });
      setAsking(false);
    } catch (error) {
      setAsking(false);
      setFailure(error instanceof Error ? error.message : 'The browser did not keep it.');
    }
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-4">
        {member !== null && (
          <Panel title="Member">
            <div className="p-4">
              <Field
                label="Member id"
                help={name ? `This is ${name}.` : 'The id of the member, as the list of members shows it.'}
                error={tried && memberTrouble ? `The member id ${memberTrouble}.` : undefined}
              >
                {(wiring) => (
                  <input
                    {...wiring}
                    value={member}
                    autoComplete="off"
                    spellCheck={false}
                    onChange={(event) => setMember(event.target.value)}
                    className={`${inputClass} font-mono`}
                  />
                )}
              </Field>
            </div>
          </Panel>
        )}
        <LineSource draft={draft} change={change} oneMember={member !== null} />
        {lines && <LinesPreview read={lines} busy={busy} oneMember={member !== null} />}
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
                Send the {countOf(lines.counts.conflict, 'line')} whose order stands under more than one
                member too. The service refuses those of the wrong member.
              </span>
            </Checkbox>
          )}
          {failure && (
            <Banner tone="danger" title="The run did not begin">
              Nothing was sent. {failure}
            </Banner>
          )}
          {tried && pairs.length === 0 && (
            <Banner tone="danger" title="There is no order to cancel yet">
              Paste lines, or drop a file.
            </Banner>
          )}
          <Button look="primary" ref={opener} onClick={ask} aria-disabled={busy || undefined}>
            Cancel {countOf(pairs.length, 'order')}…
          </Button>
          <p className="text-label text-muted">Nothing is sent before you have confirmed it.</p>
        </div>
      </Panel>
      {asking && (
        <ConfirmDialog
          count={pairs.length}
          leftOut={(lines?.lines.length ?? 0) - pairs.length}
          reason={reasonOf(draft.reason.choice, draft.reason.text)}
          member={member === null ? null : `${name ?? 'Member'} · ${member}`}
          opener={opener}
          onClose={() => setAsking(false)}
          onConfirm={begin}
        />
      )}
    </div>
  );
}
