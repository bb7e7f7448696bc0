-- Rent for days to come is asked for by the day behind which it lies; a large company has written a million invoices.
create index document_rent_end on document (seller_id, period_to) where kind = 'invoice';

-- Only what is entered in a rent account changes what is to be released: a payment that is told late releases nothing again.
create or replace function refuse_closed_month() returns trigger language plpgsql as $$
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
    from (select seller_id, min(business_day) as day from added where account in ('rent', 'deferredRent') and reason <> 'deferral' group by seller_id) a
   where m.seller_id = a.seller_id and m.month >= date_trunc('month', a.day)::date and m.released_at is not null and m.closed_at is null;
  return null;
end
$$;

-- The tries in the order in which they come, one behind the other.
drop index debit_due;
create index debit_due on debit (due_at, id) where status = 'planned';
