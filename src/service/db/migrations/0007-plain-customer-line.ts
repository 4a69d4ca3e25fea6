/** Makes the line of a customer a plain column that a trigger fills, so that statements that write customers omit it. */
export const sql = `
alter table service.customer alter column line drop expression if exists;

create function service.write_customer_line() returns trigger language plpgsql as $write$
begin
  new.line := service.customer_line(new.email, new.name, new.total_trades, new.last_trade_at);
  return new;
end
$write$;

create trigger customer_line before insert or update on service.customer
  for each row execute function service.write_customer_line();

update service.customer set line = line where line is null;
alter table service.customer alter column line set not null;
`;
