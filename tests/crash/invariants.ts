import type { JournalEntry } from '#contract/operations.ts';
import { ORDER_STATUS } from '#contract/orders.ts';
import type { Picture } from './picture.ts';

/** The result that Pledge reported to a person for a write that they sent. */
export type Claim =
  | { kind: 'cancel'; order: string; outcome: string }
  | { kind: 'loan'; reference: string; outcome: string; id: string | undefined };

/** A rule that is broken, and by what. */
export interface Violation {
  rule: 'status' | 'escrow' | 'outbox' | 'delivery' | 'event' | 'journal' | 'loan' | 'claim';
  what: string;
}

interface Facts {
  before: Picture;
  after: Picture;
  claims: readonly Claim[];
  /** Whether the desk has found out all that was unknown, so that nothing may be left open. */
  settled: boolean;
}

/**
 * Compares two pictures with the reported results: status, escrow, outbox, events and journal must agree. Returns the
 * violations.
 */
export function violationsOf(facts: Facts): Violation[] {
  const cancelled = cancelledHere(facts);
  return [
    ...ofStatus(facts),
    ...ofEscrow(facts.after),
    ...ofEvents(facts, cancelled),
    ...ofJournal(facts, cancelled),
    ...ofLoans(facts),
    ...ofClaims(facts, cancelled),
  ];
}

/** The orders that were cancelled between the two pictures. */
function cancelledHere({ before, after }: Facts): Set<string> {
  const were = new Map(before.orders.map(({ id, status }) => [id, status]));
  const ended = after.orders.filter(
    ({ id, status }) => status === ORDER_STATUS.terminated && were.get(id) !== status,
  );
  return new Set(ended.map(({ id }) => id));
}

function ofStatus({ before, after }: Facts): Violation[] {
  const now = new Map(after.orders.map(({ id, status }) => [id, status]));
  return before.orders.flatMap(({ id, status }) => {
    const is = now.get(id);
    const may: (string | undefined)[] =
      status === ORDER_STATUS.active ? [status, ORDER_STATUS.terminated] : [status];
    return may.includes(is) ? [] : broken('status', `order ${id} was ${status} and is ${is ?? 'gone'}`);
  });
}

function ofEscrow({ orders, escrow }: Picture): Violation[] {
  const kinds = grouped(escrow, ({ order }) => order);
  return orders.flatMap(({ id, status }) => {
    const has = (kinds.get(id) ?? []).map(({ kind }) => kind).sort();
    const due = status === ORDER_STATUS.terminated ? ['hold', 'reversal'] : ['hold'];
    return has.join() === due.join()
      ? []
      : broken('escrow', `order ${id} is ${status} with ${has.join(' and ') || 'nothing'} in escrow`);
  });
}

function ofEvents({ before, after }: Facts, cancelled: ReadonlySet<string>): Violation[] {
  const old = new Set(before.outbox.map(({ id }) => id));
  const written = after.outbox.filter(({ id }) => !old.has(id));
  const byOrder = grouped(written, ({ order }) => order);
  const missing = [...cancelled].flatMap((order) => {
    const count = byOrder.get(order)?.length ?? 0;
    return count === 1 ? [] : broken('outbox', `the cancelled order ${order} has ${count} events`);
  });
  const stray = written.flatMap(({ id, order }) =>
    cancelled.has(order) ? [] : broken('outbox', `event ${id} tells of ${order}, which was not cancelled`),
  );
  const undelivered = written.flatMap(({ id, delivered, abandoned }) =>
    delivered && !abandoned ? [] : broken('delivery', `event ${id} was not delivered`),
  );
  const taken = grouped(after.events, ({ webhook }) => webhook);
  const applied = written.flatMap(({ id, organisation, order, delivered }) => {
    const events = taken.get(id) ?? [];
    if (!delivered && events.length === 0) return [];
    if (events.length !== 1) return broken('event', `event ${id} was applied ${events.length} times`);
    const [event] = events;
    return event?.owner === organisation && event.order === order
      ? []
      : broken('event', `event ${id} is kept for another organisation or order than it was sent for`);
  });
  const sent = new Set(after.outbox.map(({ id }) => id));
  const invented = after.events.flatMap(({ webhook }) =>
    sent.has(webhook) ? [] : broken('event', `event ${webhook} was never sent`),
  );
  return [...missing, ...stray, ...undelivered, ...applied, ...invented];
}

const CARRIED_OUT: readonly string[] = ['done'];

function ofJournal({ before, after, settled }: Facts, cancelled: ReadonlySet<string>): Violation[] {
  const old = new Set(before.journal.map(({ id }) => id));
  const written = after.journal.filter(({ id }) => !old.has(id));
  const open = written.flatMap(({ id, outcome }) => {
    if (outcome === 'pending') return broken('journal', `entry ${id} is neither settled nor unknown`);
    return settled && outcome === 'unknown' ? broken('journal', `entry ${id} is still unknown`) : [];
  });
  const cancels = written.filter(({ kind }) => kind === 'cancelOrder');
  const byOrder = grouped(cancels, ({ target }) => target.orderId ?? '');
  const perOrder = [...new Set([...cancelled, ...byOrder.keys()])].flatMap((order) => {
    const outcomes = (byOrder.get(order) ?? []).map(({ outcome }) => outcome);
    const done = outcomes.filter((outcome) => CARRIED_OUT.includes(outcome)).length;
    const say = (what: string) => broken('journal', `order ${order} ${what} (${outcomes.join(', ')})`);
    if (done > 1) return say('was cancelled twice in the journal');
    if (!cancelled.has(order)) return done > 0 ? say('was cancelled in the journal alone') : [];
    if (done === 0 && (settled || !outcomes.includes('unknown'))) return say('was cancelled unseen');
    return [];
  });
  return [...open, ...perOrder];
}

function ofLoans({ before, after }: Facts): Violation[] {
  const old = new Set(before.loans.map(({ id }) => id));
  const made = after.loans.filter(({ id }) => !old.has(id));
  const entries = after.journal.filter(({ kind }) => kind === 'createLoan');
  const byReference = grouped(entries, ({ note }) => note.reference ?? '');
  const ids = new Set(after.loans.map(({ id }) => id));
  const twice = [
    ...grouped(
      after.loans.flatMap(({ references }) => references),
      (reference) => reference,
    ),
  ].flatMap(([reference, all]) =>
    all.length === 1 ? [] : broken('loan', `the loan ${reference} was created ${all.length} times`),
  );
  const unseen = made.flatMap(({ id, references: [reference = ''], collaterals }) => {
    const [entry] = byReference.get(reference) ?? [];
    if (!entry || ![...CARRIED_OUT, 'unknown'].includes(entry.outcome)) {
      return broken('loan', `the loan ${id} was created unseen (${entry?.outcome ?? 'no entry'})`);
    }
    const due = (entry.body?.collaterals as unknown[] | undefined)?.length;
    return collaterals === due ? [] : broken('loan', `the loan ${id} has ${collaterals} of ${due} pledges`);
  });
  const lost = entries.flatMap((entry) =>
    CARRIED_OUT.includes(entry.outcome) && !ids.has(loanOf(entry))
      ? broken('loan', `the loan of entry ${entry.id} is not there`)
      : [],
  );
  const gaps = after.creditors.flatMap(({ id, kept, counted, highest }) =>
    kept === counted && highest === counted
      ? []
      : broken('loan', `creditor ${id} counts ${kept} loans, has ${counted}, the last in place ${highest}`),
  );
  return [...twice, ...unseen, ...lost, ...gaps];
}

function ofClaims({ after, claims }: Facts, cancelled: ReadonlySet<string>): Violation[] {
  const told = grouped(
    claims.filter((claim) => claim.kind === 'cancel'),
    ({ order }) => order,
  );
  const orders = [...told].flatMap(([order, all]) => {
    const outcomes = all.map(({ outcome }) => outcome);
    const say = (what: string) => broken('claim', `order ${order} ${what} (${outcomes.join(', ')})`);
    if (outcomes.filter((outcome) => outcome === 'cancelled').length > 1)
      return say('was said to be cancelled twice');
    const isSaid = outcomes.some((outcome) => outcome === 'cancelled' || outcome === 'already-cancelled');
    if (isSaid && !cancelled.has(order)) return say('was said to be cancelled and is not');
    const mayBe = isSaid || outcomes.includes('unknown');
    return !mayBe && cancelled.has(order) ? say('is cancelled although nobody was told so') : [];
  });
  const references = new Map(
    after.loans.flatMap(({ id, references }) => references.map((name) => [name, id])),
  );
  const loans = claims.flatMap((claim) => {
    if (claim.kind !== 'loan' || claim.outcome === 'unknown') return [];
    const id = references.get(claim.reference);
    const due = claim.outcome === 'created' ? claim.id : undefined;
    return id === due
      ? []
      : broken('claim', `the loan ${claim.reference} was said to be ${claim.outcome} and is ${id ?? 'none'}`);
  });
  return [...orders, ...loans];
}

function loanOf({ reply }: JournalEntry): string {
  return String((reply as { id?: unknown } | null)?.id);
}

function broken(rule: Violation['rule'], what: string): Violation[] {
  return [{ rule, what }];
}

function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
