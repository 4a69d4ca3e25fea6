/** Collateral recorded by hand (`0019-collateral`). A migration that has landed is never edited. */
export const sql = `
create table desk.loan_collateral (
  owner text not null,
  loan text not null,
  lines jsonb not null,
  who text not null,
  at timestamptz(3) not null,
  version integer not null,
  primary key (owner, loan)
);
create index journal_created_loan on desk.journal (owner, (reply->>'id')) where kind = 'createLoan';
`;
