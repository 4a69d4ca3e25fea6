import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeskEvent } from '#contract/events.ts';
import type { JournalEntry } from '#contract/journal.ts';
import { linesOf, readActivityFilter, toJournalFilter } from './lines.ts';

const read = (search: string) => readActivityFilter(new URLSearchParams(search));
const event = (id: string, at: string, parts: Partial<DeskEvent> = {}): DeskEvent => ({
  id,
  at,
  type: 'order.cancelled',
  order: null,
  member: null,
  ...parts,
});

describe('the activity', () => {
  it.each([
    'kind=x&outcome=y&from=today&to=2026-13-40',
    'from=2026-02-30T00:00',
    'kind=createLoan&kind=',
    'outcome=__proto__',
  ])('takes nonsense in its address (%s) for no filter', (search) => {
    const filter = read(search);
    expect([filter.outcome, filter.from, filter.to]).toEqual([null, null, null]);
  });

  it('counts both days of a filter whole', () => {
    const filter = read('from=2026-11-20&to=2026-11-21');
    const asked = toJournalFilter(filter);
    const inside = (text: string) => {
      const at = new Date(text).getTime();
      return at >= Date.parse(asked.from ?? '') && at <= Date.parse(asked.to ?? '');
    };
    expect(inside('2026-11-20T00:00:00')).toBe(true);
    expect(inside('2026-11-21T23:59:59.999')).toBe(true);
    expect(inside('2026-11-19T23:59:59.999')).toBe(false);
    expect(inside('2026-11-22T00:00:00')).toBe(false);
    const at = (text: string) => event(text, new Date(text).toISOString());
    const days = ['2026-11-19T23:59:59', '2026-11-20T00:00:00', '2026-11-21T23:59:59', '2026-11-22T00:00:00'];
    expect(linesOf([], days.map(at), filter).map((line) => line.id)).toEqual([days[2], days[1]]);
  });

  it('puts writes and events in one order, newest first, each once', () => {
    const instants = fc.array(fc.integer({ min: 0, max: 10 ** 12 }), { maxLength: 30 });
    fc.assert(
      fc.property(instants, instants, (writes, events) => {
        const entries = writes.map(
          (at, index) =>
            ({ id: `w${index}`, kind: 'cancelOrder', at: new Date(at).toISOString() }) as JournalEntry,
        );
        const heard = events.map((at, index) => event(`e${index}`, new Date(at).toISOString()));
        const lines = linesOf(entries, heard, read(''));
        expect(lines.map((line) => line.at)).toEqual([...writes, ...events].sort((a, b) => b - a));
        expect(new Set(lines.map((line) => line.id)).size).toBe(writes.length + events.length);
      }),
    );
  });

  it('of one order or member holds nothing of another', () => {
    const mine = event('1', '2026-11-21T10:00:00.000Z', { member: 'm1' });
    const other = event('2', '2026-11-21T10:00:00.000Z', { member: 'm2' });
    expect(linesOf([], [mine, other], read('member=m1')).map((line) => line.id)).toEqual(['1']);
    expect(linesOf([], [mine, other], read('order=o1'))).toEqual([]);
    expect(toJournalFilter(read('member=m1&order=o1&kind=cancelOrder&outcome=unknown'))).toEqual({
      kind: 'cancelOrder',
      outcome: 'unknown',
      member: 'm1',
      order: 'o1',
    });
  });
});
