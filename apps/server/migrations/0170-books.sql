-- A debt that was given up: what of `paid` nobody has paid, and why. A payment that comes all the same takes it back.
alter table document add column written_off bigint not null default 0 check (written_off >= 0 and written_off <= paid);
alter table document add column write_off_reason text;

-- A month of a seller's books: which days of it are released to rent, and since when nothing in it changes any more.
create table book_month (
  seller_id text not null references seller (id),
  month date not null check (extract(day from month) = 1),
  released_at timestamptz,
  closed_at timestamptz,
  closed_by_id text,
  primary key (seller_id, month),
  check ((closed_at is null) = (closed_by_id is null))
);
create index ledger_month on ledger_entry (seller_id, business_day);

-- The last word: nothing is entered in a month that is closed. Who closes one waits for those who are entering.
create function refuse_closed_month() returns trigger language plpgsql as $$
declare
  hit record;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('books ' || s.seller_id, 0)) from (select distinct seller_id from added order by seller_id) s;
  select a.id, a.business_day into hit from added a
    join book_month m on m.seller_id = a.seller_id and m.month = date_trunc('month', a.business_day)::date and m.closed_at is not null limit 1;
  if found then
    raise exception 'entry % of %: the month is closed', hit.id, hit.business_day using errcode = '23514', constraint = 'ledger_month_open';
  end if;
  -- Rent that is dated into a month whose days were released already: that month and those behind it are released again.
  update book_month m set released_at = null
    from (select seller_id, min(business_day) as day from added where reason <> 'deferral' group by seller_id) a
   where m.seller_id = a.seller_id and m.month >= date_trunc('month', a.day)::date and m.released_at is not null and m.closed_at is null;
  return null;
end
$$;
create trigger ledger_month_open after insert on ledger_entry referencing new table as added for each statement execute function refuse_closed_month();
