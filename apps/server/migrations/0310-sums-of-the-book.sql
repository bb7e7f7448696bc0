-- What the book comes to per month, so that a report over years does not read every entry there is. Entries are only ever added, so a sum
-- is never corrected: what was added since the last turn of the job waits in `*_added`, in the transaction that entered it, and
-- whoever reads takes both. Nobody waits for a row that another one counts in.
create table ledger_sum (
  month date not null check (extract(day from month) = 1),
  stock_id text not null,
  seller_id text not null,
  currency text not null,
  account text not null,
  reason text not null,
  entries bigint not null,
  debit bigint not null,
  credit bigint not null,
  primary key (month, stock_id, seller_id, currency, account, reason)
);
create index ledger_sum_account on ledger_sum (account, month);
create table ledger_sum_added (
  month date not null,
  stock_id text not null,
  seller_id text not null,
  currency text not null,
  account text not null,
  reason text not null,
  entries bigint not null,
  debit bigint not null,
  credit bigint not null
);

-- The same of the lines of issued documents, by rate of tax: the book knows the tax, and not the rate.
create table tax_sum (
  month date not null check (extract(day from month) = 1),
  stock_id text not null,
  seller_id text not null,
  currency text not null,
  line text not null,
  is_credit boolean not null,
  vat_percent numeric(5, 2) not null,
  net bigint not null,
  vat bigint not null,
  primary key (month, stock_id, seller_id, currency, line, is_credit, vat_percent)
);
-- A document entered in a month (1), or taken out of it because its accounting date changed (-1).
create table tax_sum_added (
  document_id text not null,
  month date not null,
  sign int not null check (sign in (-1, 1))
);

create function month_of(day date) returns date language sql immutable parallel safe return day - (extract(day from day)::int - 1);

create function sum_ledger() returns trigger language plpgsql as $$
begin
  insert into ledger_sum_added (month, stock_id, seller_id, currency, account, reason, entries, debit, credit)
  select month_of(business_day), stock_id, seller_id, currency, account, reason, count(*), coalesce(sum(amount) filter (where amount > 0), 0), coalesce(-sum(amount) filter (where amount < 0), 0)
    from added group by 1, 2, 3, 4, 5, 6;
  insert into tax_sum_added (document_id, month, sign)
  select document_id, month_of(business_day), sign(sum(case account when 'receivable' then amount else -amount end))::int
    from added where reason in ('issued', 'credited', 'redated') and account in ('receivable', 'tenantCredit') and document_id is not null
   group by posting_id, document_id, month_of(business_day) having sum(amount) <> 0;
  return null;
end
$$;
create trigger ledger_sum_added after insert on ledger_entry referencing new table as added for each statement execute function sum_ledger();

-- All of it anew, from the book and the documents: for what is there when this comes, and for who fills a database past the trigger.
create function rebuild_ledger_sums() returns void language plpgsql as $$
begin
  lock table ledger_entry in share row exclusive mode;
  truncate ledger_sum, ledger_sum_added, tax_sum, tax_sum_added;
  insert into ledger_sum (month, stock_id, seller_id, currency, account, reason, entries, debit, credit)
  select month_of(business_day), stock_id, seller_id, currency, account, reason, count(*), coalesce(sum(amount) filter (where amount > 0), 0), coalesce(-sum(amount) filter (where amount < 0), 0)
    from ledger_entry group by 1, 2, 3, 4, 5, 6;
  insert into tax_sum (month, stock_id, seller_id, currency, line, is_credit, vat_percent, net, vat)
  select p.month, d.stock_id, d.seller_id, d.currency, l.kind, d.kind = 'credit_note', l.vat_percent, sum(p.sign * l.net), sum(p.sign * l.vat)
    from (select document_id, month_of(business_day) as month, sign(sum(case account when 'receivable' then amount else -amount end))::int as sign
            from ledger_entry where reason in ('issued', 'credited', 'redated') and account in ('receivable', 'tenantCredit') and document_id is not null
           group by posting_id, document_id, month_of(business_day) having sum(amount) <> 0) p
    join document d on d.id = p.document_id join document_line l on l.document_id = d.id
   group by 1, 2, 3, 4, 5, 6, 7;
end
$$;
select rebuild_ledger_sums();
