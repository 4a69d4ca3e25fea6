import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeskEvent } from '#contract/events.ts';
import type { JournalEntry } from '#contract/operations.ts';
import { DEFAULT_SETTINGS } from '#contract/settings.ts';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { linesOf, matches, questionOf, readActivityFilter } from './lines.ts';

afterEach(() => void changeSettings(DEFAULT_SETTINGS));

const read = (search: string) => readActivityFilter(new URLSearchParams(search));
const iso = (at: number) => new Date(at).toISOString();
const eventAt = (at: number, index: number): DeskEvent => ({
  id: `e${index}`,
  at: iso(at),
  type: 'order.cancelled',
  order: null,
  member: null,
});
const entryAt = (at: number, index: number) =>
  ({ id: `w${index}`, kind: 'cancelOrder', at: iso(at), target: {} }) as unknown as JournalEntry;
const whole = <Item>(items: Item[]) => ({ items, hasMore: false });

describe('the activity', () => {
  it.each([
    'kind=x&outcome=y&from=today&to=2026-13-40',
    'from=2026-02-30T00:00',
    'kind=createLoan&kind=',
    'outcome=__proto__&run=7',
    'outcome=waiting',
  ])('takes nonsense in its address (%s) for no filter', (search) => {
    const filter = read(search);
    expect([filter.outcome, filter.days, filter.run]).toEqual([undefined, '', undefined]);
  });

  it('can be asked for up to the last day that a field takes', () => {
    changeSettings({ timeZone: 'utc' });
    const { writes } = questionOf(read('from=2026-11-20&to=9999-12-31'));
    expect(writes?.to).toBe('9999-12-31T23:59:59.999Z');
  });

  it.each([
    ['utc', '2026-11-20T00:00:00.000Z', '2026-11-21T23:59:59.999Z'],
    ['business', '2026-11-19T23:00:00.000Z', '2026-11-21T22:59:59.999Z'],
  ] as const)(
    'counts both days of a filter whole, by the clocks of the chosen zone: %s',
    (timeZone, from, to) => {
      changeSettings({ timeZone });
      const ofEvents = questionOf(read('from=2026-11-20&to=2026-11-21&kind=event'));
      expect(ofEvents).toEqual({ writes: null, events: { from, to } });
      const { writes, events } = questionOf(read('from=2026-11-20&to=2026-11-21'));
      expect([writes, events]).toEqual([
        { from, to },
        { from, to },
      ]);
      const entry = (at: string) =>
        ({ kind: 'cancelOrder', outcome: 'done', at, target: {} }) as JournalEntry;
      const before = new Date(Date.parse(from) - 1).toISOString();
      const after = new Date(Date.parse(to) + 1).toISOString();
      expect([before, from, to, after].map((at) => writes && matches(entry(at), writes))).toEqual([
        false,
        true,
        true,
        false,
      ]);
    },
  );

  it('puts writes and events in one order, newest first, each once', () => {
    const instants = fc.array(fc.integer({ min: 0, max: 10 ** 12 }), { maxLength: 30 });
    fc.assert(
      fc.property(instants, instants, (writes, events) => {
        const lines = linesOf(whole(writes.map(entryAt)), whole(events.map(eventAt)), []);
        expect(lines.map((line) => line.at)).toEqual([...writes, ...events].sort((a, b) => b - a));
        expect(new Set(lines.map((line) => line.id)).size).toBe(writes.length + events.length);
      }),
    );
  });

  it('never shows a line below one that may be missing', () => {
    const newestFirst = (list: number[]) => list.toSorted((a, b) => b - a);
    const instants = fc
      .array(fc.integer({ min: 0, max: 10 ** 9 }), { minLength: 1, maxLength: 30 })
      .map(newestFirst);
    fc.assert(
      fc.property(instants, instants, fc.nat(29), (writes, events, cut) => {
        const here = writes.slice(0, 1 + (cut % writes.length));
        const some = { items: here.map(entryAt), hasMore: here.length < writes.length };
        const shown = linesOf(some, whole(events.map(eventAt)), []).map(({ at }) => at);
        const all = newestFirst([...writes, ...events]);
        expect(shown).toEqual(all.slice(0, shown.length));
        expect(shown.length).toBeGreaterThan(0);
      }),
    );
  });

  it('has the unsettled on top, once', () => {
    const entries = [3, 2, 1].map(entryAt);
    const old = entryAt(0, 9);
    const lines = linesOf(whole(entries), whole([eventAt(4, 0)]), [entries[2] as JournalEntry, old]);
    expect(lines.map(({ at }) => at)).toEqual([1, 0, 4, 3, 2]);
  });

  it('puts the event of a cancellation made here into its line, and keeps every other event', () => {
    const outcome = fc.constantFrom('done' as const, 'refused' as const, 'unknown' as const);
    const write = fc.record({ order: fc.constantFrom('a', 'b', 'c', 'd'), outcome });
    const writes = fc.uniqueArray(write, { selector: ({ order }) => order });
    const heard = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
    fc.assert(
      fc.property(writes, heard, (made, orders) => {
        const entries = made.map(({ order, outcome }, index) => ({
          ...entryAt(index, index),
          outcome,
          by: 'this-request' as const,
          target: { id: 'm', orderId: order },
        }));
        const events = orders.map((order, index) => ({
          ...eventAt(index, index),
          order: { _id: order } as DeskEvent['order'],
        }));
        const lines = linesOf(whole(entries), whole(events), []);
        const confirmed = lines.flatMap(({ entry, event }) => (entry && event ? [event.order?._id] : []));
        const own = made.flatMap(({ order, outcome }) => (outcome === 'done' ? [order] : []));
        expect(confirmed.sort()).toEqual(orders.filter((order) => own.some((name) => name === order)).sort());
        expect(lines).toHaveLength(entries.length + events.length - confirmed.length);
      }),
    );
  });

  it('of one order or member asks for that one alone', () => {
    expect(questionOf(read('member=m1&order=o1')).events).toEqual({ member: 'm1', order: 'o1' });
    expect(questionOf(read('member=m1&order=o1&kind=cancelOrder&outcome=unknown'))).toEqual({
      writes: { kind: 'cancelOrder', outcome: 'unknown', member: 'm1', order: 'o1' },
      events: null,
    });
    const entry = { kind: 'cancelOrder', outcome: 'unknown', at: '', target: { id: 'm1', orderId: 'o1' } };
    const isOf = (search: string) => {
      const { writes } = questionOf(read(search));
      return writes !== null && matches(entry as unknown as JournalEntry, writes);
    };
    expect(['', 'member=m1&order=o1', 'outcome=unknown'].map(isOf)).toEqual([true, true, true]);
    expect(['member=m2', 'order=o2', 'kind=event', 'kind=createLoan', 'outcome=done'].filter(isOf)).toEqual(
      [],
    );
  });
});
