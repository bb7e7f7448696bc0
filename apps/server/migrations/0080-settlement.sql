-- Money that was paid out to a tenant of his balance. Its two entries of the book carry its id as `payment_id`.
create table payout (
  id text primary key,
  account_id text not null references account (id),
  seller_id text not null references seller (id),
  stock_id text not null references stock (id),
  contract_id text references contract (id),
  currency text not null,
  amount bigint not null check (amount > 0),
  method text not null check (method in ('bankTransfer', 'card', 'cash')),
  reference text,
  paid_on date not null,
  recorded_at timestamptz not null,
  recorded_by_id text not null
);
create index payout_account on payout (account_id, recorded_at desc);
-- Asked for every document that is settled: what was credited of it.
create index document_corrects on document (corrects_id) where corrects_id is not null;
-- One final statement per contract.
create unique index document_one_statement on document (contract_id) where kind = 'statement';
