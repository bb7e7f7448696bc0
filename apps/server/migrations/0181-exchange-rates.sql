-- Rates by which VAT of an invoice in another currency is also told in that of its seller's country, as staff enter them.
create table exchange_rate (
  from_currency text not null,
  to_currency text not null,
  -- The first day that it holds on, until the next one begins, a month at most.
  day date not null,
  rate numeric(16, 6) not null check (rate > 0),
  source text not null,
  primary key (from_currency, to_currency, day),
  check (from_currency <> to_currency)
);
