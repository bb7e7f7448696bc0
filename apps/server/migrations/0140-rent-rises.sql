-- How a stock's sitting tenants are told of a new rent: so many days before, and by at most so much within 12 months.
alter table stock add column rise_notice_days int not null default 60;
alter table stock add column rise_cap_percent numeric(5, 2) not null default 15;

-- A notice of a new rent for a sitting tenant. It counts from the moment at which its mail is written: `served_at`, `served_on` (the
-- stock's day) and `mail_id` come together. What the mail told stands here and is what the first period must cost.
create table rent_rise (
  id text primary key,
  plan_id text not null references billing_plan (id),
  contract_id text not null,
  account_id text not null references account (id),
  stock_id text not null references stock (id),
  currency text not null,
  rate_before bigint not null,
  rate bigint not null,
  effective_on date not null,
  period_until date not null,
  period_months int not null,
  net_before bigint not null,
  gross_before bigint not null,
  net_after bigint not null,
  gross_after bigint not null,
  -- The end of the price promise when it was announced; null for a contract without an end.
  promised_until date,
  announced_at timestamptz not null,
  served_at timestamptz,
  served_on date,
  mail_id text unique,
  withdrawn_at timestamptz,
  -- Why it was never served, where nobody withdrew it.
  dropped_reason text,
  check (rate > rate_before),
  check ((served_at is null) = (mail_id is null) and (served_at is null) = (served_on is null)),
  check (dropped_reason is null or (withdrawn_at is not null and served_at is null))
);
-- One that is on its way at a time, and no two for one day.
create unique index rent_rise_one_announced on rent_rise (plan_id) where served_at is null and withdrawn_at is null;
create unique index rent_rise_one_day on rent_rise (plan_id, effective_on) where withdrawn_at is null;
create index rent_rise_contract on rent_rise (contract_id, announced_at desc);
create index rent_rise_stock on rent_rise (stock_id, announced_at desc, id desc);
