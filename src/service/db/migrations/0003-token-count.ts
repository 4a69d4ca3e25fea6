/**
 * How many tokens there are of each kind that a list can be narrowed to, kept where tokens are written: a page of
 * 10,000 tokens then costs what one of 1,000 does. Words that are searched for are not a kind; those are counted.
 */
export const sql = `
create table service.token_count (
  organisation_id text not null references service.organisation,
  cancelled boolean not null,
  exited boolean not null,
  completed_raise boolean not null,
  secondaries boolean not null,
  private boolean not null,
  investment_type text not null,
  tokens bigint not null,
  primary key (organisation_id, cancelled, exited, completed_raise, secondaries, private, investment_type)
);

create function service.count_token(one service.token, difference integer) returns void language sql as $count$
  insert into service.token_count values (
    one.organisation_id, one.cancelled, one.exited, one.completed_raise, one.secondaries,
    one.type = 'Private', lower(one.investment_type), difference
  )
  on conflict (organisation_id, cancelled, exited, completed_raise, secondaries, private, investment_type)
  do update set tokens = token_count.tokens + excluded.tokens
$count$;

create function service.token_written() returns trigger language plpgsql as $written$
begin
  if tg_op <> 'INSERT' then perform service.count_token(old, -1); end if;
  if tg_op <> 'DELETE' then perform service.count_token(new, 1); end if;
  return null;
end
$written$;

create trigger token_count after insert or update or delete on service.token
  for each row execute function service.token_written();

insert into service.token_count
  select organisation_id, cancelled, exited, completed_raise, secondaries,
    type = 'Private', lower(investment_type), count(*)
  from service.token
  group by 1, 2, 3, 4, 5, 6, 7;
`;
