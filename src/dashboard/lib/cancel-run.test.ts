import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  again,
  answered,
  type CallAnswer,
  countStates,
  isFailed,
  isSettled,
  newRow,
  OUTCOMES,
  type RunRow,
  readRow,
  recovered,
  sending,
  settlementOf,
  stopped,
} from './cancel-run.ts';

const AT = '2026-11-21T10:00:00.000Z';
const answer = fc.constantFrom(...OUTCOMES, 'not-sent' as const).map((outcome): CallAnswer => ({ outcome }));
const row = (line: number) => newRow({ line, member: 'm', order: `o${line}` }, AT);

type Step =
  | { do: 'send'; row: number }
  | { do: 'answer'; row: number; answer: CallAnswer }
  | { do: 'crash' }
  | { do: 'stop' };

const ROWS = 6;
const place = fc.nat(ROWS - 1);
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('send' as const), row: place }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('answer' as const), row: place, answer }) },
    { weight: 1, arbitrary: fc.constant<Step>({ do: 'crash' }) },
    { weight: 1, arbitrary: fc.constant<Step>({ do: 'stop' }) },
  ),
  { maxLength: 80 },
);

/** Runs the steps that are possible, as the runner does; what is kept is what a crash comes back to. */
function play(script: readonly Step[], each: (rows: readonly RunRow[], sent: RunRow | null) => void) {
  let rows = Array.from({ length: ROWS }, (_, index) => row(index));
  for (const step of script) {
    let sent: RunRow | null = null;
    if (step.do === 'crash') {
      rows = rows.map((now) => recovered(readRow(JSON.parse(JSON.stringify(now))) as RunRow));
    } else if (step.do === 'stop') rows = rows.map(stopped);
    else {
      const now = rows[step.row] as RunRow;
      if (step.do === 'send' && (now.state === 'waiting' || now.state === 'unknown')) {
        sent = now;
        rows = rows.with(step.row, sending(now, AT));
      }
      if (step.do === 'answer' && now.state === 'sent')
        rows = rows.with(step.row, answered(now, step.answer, AT));
    }
    each(rows, sent);
  }
  return rows;
}

test('whatever the answers, each row is in one state and the counts add up', () => {
  fc.assert(
    fc.property(steps, (script) => {
      play(script, (rows) => {
        const counts = countStates(rows);
        expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(ROWS);
      });
    }),
  );
});

test('from any crash on, a settled row is never sent again, and one that was in flight goes out as a probe', () => {
  fc.assert(
    fc.property(steps, (script) => {
      const wasSent = new Set<number>();
      const reached = new Set<number>();
      const settled = new Map<number, string>();
      let before: readonly RunRow[] = [];
      play(script, (rows, sent) => {
        for (const [index, state] of settled) expect(rows[index]?.state).toBe(state);
        if (sent) {
          expect(isSettled(sent)).toBe(false);
          // It may only go out as new where no call for it can have reached the service.
          if (reached.has(sent.line)) expect(sent.lost).toBe(true);
          wasSent.add(sent.line);
        }
        for (const now of rows) {
          const earlier = before[now.line];
          if (earlier?.state === 'sent' && now.state === 'unknown') reached.add(now.line);
          if (isSettled(now)) settled.set(now.line, now.state);
        }
        before = rows;
      });
    }),
  );
});

test('nothing goes out for a row that is settled or under way', () => {
  for (const outcome of OUTCOMES.filter((each) => each !== 'unknown')) {
    const done = answered(sending(row(1), AT), { outcome }, AT);
    expect(() => sending(done, AT)).toThrow();
  }
  expect(() => sending(sending(row(1), AT), AT)).toThrow();
  expect(() => answered(row(1), { outcome: 'cancelled' }, AT)).toThrow();
});

test('the two proofs of a probe are told apart, and an unknown refusal proves nothing', () => {
  const lost = answered(sending(row(1), AT), { outcome: 'unknown' }, AT);
  const probed = (outcome: CallAnswer['outcome']) => answered(sending(lost, AT), { outcome }, AT);
  expect(settlementOf(probed('cancelled'))?.outcome).toBe('found-not-done');
  expect(settlementOf(probed('already-cancelled'))?.outcome).toBe('found-done');
  expect(probed('cancelled')).toMatchObject({ lost: true, owed: true });
  expect(probed('refused').state).toBe('unknown');
  expect(probed('not-sent')).toMatchObject({ state: 'unknown', probes: 0 });
});

test('another run takes the failed rows alone, and keeps what is unknown a probe', () => {
  const states = OUTCOMES.map((outcome) => answered(sending(row(1), AT), { outcome }, AT));
  const next = states.map((each) => again(each, AT));
  for (const [index, each] of next.entries()) {
    const was = states[index] as RunRow;
    if (!isFailed(was)) expect(each).toBe(was);
    else if (was.state === 'unknown') expect(each).toMatchObject({ state: 'unknown', lost: true });
    else expect(each.state).toBe('waiting');
  }
});

test('what is kept and is no row is no row', () => {
  for (const value of [null, 1, 'x', {}, { ...row(1), state: 'gone' }, { ...row(1), line: '1' }]) {
    expect(readRow(value)).toBeNull();
  }
});
