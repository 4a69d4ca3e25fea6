/** People's visits (`0016-visits`). A migration that has landed is never edited. */
export const sql = `
-- What was seen in the visit that goes on or was the last one, and at the end of the one before it.
alter table desk.person add visit_seen timestamptz(3);
alter table desk.person add visit_since timestamptz(3);
`;
