import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type CancelAnswer, cancelOrder, settleLost } from '#dashboard/api/cancel-order.ts';
import { endSession, sessionHolder, useDesk } from '#dashboard/api/session.ts';
import { answered, newRow, type RunRow, sending, settlementOf } from '#dashboard/lib/cancel-run.ts';
import { reasonOf, reasonProblem } from '#dashboard/lib/cancel-words.ts';
import { idProblem } from '#dashboard/lib/order-lines.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { DefinitionList } from '#dashboard/ui/definition-list.tsx';
import { Field, inputClass } from '#dashboard/ui/field.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import { CancelFailure, CancelledOrder } from './cancel-order-result.tsx';
import { CancelReason, type ReasonValue } from './cancel-reason.tsx';
import { dangerClass } from './danger-class.ts';

interface CancelOrderDialogProps {
  member: { id: string; name?: string | undefined };
  /** Asked for in the dialog where it is not given. */
  order?: string;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Cancels one order. It stays open until its person has seen what came of it. */
export function CancelOrderDialog({ member, order: given, opener, onClose }: CancelOrderDialogProps) {
  const client = useQueryClient();
  const desk = useDesk();
  const { environment } = desk;
  const [typed, setTyped] = useState(given ?? '');
  const [reason, setReason] = useState<ReasonValue>({ choice: '', text: '' });
  const [tried, setTried] = useState(false);
  const [sendingNow, setSending] = useState(false);
  const [answer, setAnswer] = useState<CancelAnswer | null>(null);
  const [row, setRow] = useState<RunRow | null>(null);
  const [unsettled, setUnsettled] = useState(false);
  const busy = useRef(false);
  const result = useRef<HTMLDivElement>(null);
  const order = typed.trim();
  const idTrouble = idProblem(order);
  const idError = tried && idTrouble ? `The order id ${idTrouble}.` : undefined;
  const reasonError = tried ? (reasonProblem(reason.choice, reason.text) ?? undefined) : undefined;
  const lost = row?.state === 'unknown';
  const done = row?.state === 'cancelled';
  useEffect(() => {
    if (answer) result.current?.focus();
  }, [answer]);

  const send = async () => {
    setTried(true);
    if (idTrouble || reasonProblem(reason.choice, reason.text) || busy.current) return;
    busy.current = true;
    setSending(true);
    const at = new Date().toISOString();
    // An order whose answer was lost is probed: what it then says settles the call before.
    const isSame = row?.order === order && row.lost;
    const base = isSame
      ? { ...row, state: 'unknown' as const }
      : newRow({ line: 1, member: member.id, order }, at);
    const out = sending(base, at);
    const came = await cancelOrder(
      out,
      { reason: reasonOf(reason.choice, reason.text) },
      sessionHolder(desk),
    );
    const next = answered(out, came, new Date().toISOString());
    if (came.session) endSession(client);
    setRow(next);
    setAnswer(came);
    busy.current = false;
    setSending(false);
    // The answer may also prove what became of a call whose answer an earlier dialog lost.
    const settlement = settlementOf(next);
    const isTold = settlement === null || (await settleLost(next, settlement));
    if (next.owed) setUnsettled(!isTold);
  };

  return (
    <TaskDialog
      title={done ? 'Order cancelled' : 'Cancel an order'}
      description={
        done
          ? 'The service has cancelled it and returned it so:'
          : 'What the order holds in escrow goes back to the member. It can’t be undone.'
      }
      opener={opener}
      onClose={sendingNow ? undefined : onClose}
    >
      {done && answer?.order ? (
        <div ref={result} tabIndex={-1} className="outline-none">
          <CancelledOrder order={answer.order} row={row} requestId={answer.requestId} />
        </div>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
          className="flex flex-col gap-4"
        >
          <div className="rounded-panel border border-hairline px-3">
            <DefinitionList
              items={[
                { label: 'Member', value: member.name ?? 'Not loaded here' },
                { label: 'Member id', value: <span className="font-mono text-label">{member.id}</span> },
                ...(given
                  ? [{ label: 'Order id', value: <span className="font-mono text-label">{order}</span> }]
                  : []),
                {
                  label: 'Service',
                  value: `${environment.host}${environment.kind === 'demo' ? ' (demo)' : ''}`,
                },
              ]}
            />
          </div>
          {!given && (
            <Field
              label="Order id"
              help="The service lists no orders: paste the id that you were given."
              error={idError}
            >
              {(wiring) => (
                <input
                  {...wiring}
                  value={typed}
                  readOnly={sendingNow || lost}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(event) => {
                    setTyped(event.target.value);
                    setAnswer(null);
                  }}
                  className={`${inputClass} font-mono`}
                />
              )}
            </Field>
          )}
          <CancelReason value={reason} onChange={setReason} error={reasonError} />
          <div ref={result} tabIndex={-1} className="outline-none empty:hidden">
            {answer && row && <CancelFailure answer={answer} row={row} unsettled={unsettled} />}
          </div>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose} disabled={sendingNow}>
              {answer ? 'Close' : 'Keep the order'}
            </Button>
            <Button type="submit" busy={sendingNow} className={dangerClass}>
              {lost ? 'Probe: ask again' : answer ? 'Try again' : 'Cancel 1 order'}
            </Button>
          </div>
        </form>
      )}
      {done && (
        <div className="mt-4 flex justify-end">
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </div>
      )}
    </TaskDialog>
  );
}
