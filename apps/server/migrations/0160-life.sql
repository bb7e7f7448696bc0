-- A contract moves to another box of its stock: its boxes one behind another, and what it cost from then on.
create table contract_transfer (
  id text primary key,
  contract_id text not null references contract (id),
  from_box_id text not null references box (id),
  to_box_id text not null references box (id),
  -- The first day in the new box.
  first_day date not null,
  currency text not null,
  month_rate_before bigint not null,
  month_rate bigint not null check (month_rate >= 0),
  moved_at timestamptz not null,
  moved_by_id text not null,
  check (from_box_id <> to_box_id)
);
create index contract_transfer_contract on contract_transfer (contract_id, moved_at);

-- The first day that an invoice does not charge any more, because its contract has moved and the days are billed anew.
alter table document add column moved_on date check (moved_on is null or (moved_on >= period_from and moved_on < period_to));
-- I2: one invoice per contract and period, where it still charges a day.
drop index document_one_invoice;
create unique index document_one_invoice on document (contract_id, period_from) where kind = 'invoice' and status <> 'void' and (moved_on is null or moved_on > period_from);
