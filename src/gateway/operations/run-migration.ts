/** What working on runs needs (`0007-runs`). A migration that has landed is never edited. */
export const sql = `
alter table desk.run
  add stopped_by text,
  -- Holds in a row that brought no answer in between: each makes the next one longer.
  add hold_count integer not null default 0,
  -- The gateway that is working on it: its claim holds while that gateway is alive.
  add claimed_by uuid;

-- Paused and stopped runs, too, until their last line has its final outcome.
drop index desk.run_open;
create index run_open on desk.run (state) where finished_at is null;

-- The lines of runs with something left to do: stays small however large the journal grows.
create index journal_open on desk.journal (owner, run, outcome, line)
  where run is not null and outcome in ('waiting', 'pending', 'unknown');

-- Activity never lists lines that wait, so that adding 50,000 of them need not touch these.
drop index desk.journal_outcome;
create index journal_outcome on desk.journal (owner, outcome, id) where outcome <> 'waiting';
drop index desk.journal_member;
create index journal_member on desk.journal (owner, (target->>'id'), id)
  where kind = 'cancelOrder' and outcome <> 'waiting';
drop index desk.journal_at;
create index journal_at on desk.journal (owner, at) where outcome <> 'waiting';
`;
