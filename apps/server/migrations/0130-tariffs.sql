-- Tariffs of a stock: what a superUser may offer instead of the rules of reading B (decisions.md C16). Reservations and contracts keep
-- what they were concluded on in their own terms, so that a row may be changed or deleted at any time.
create table tariff (
  id text primary key,
  stock_id text not null references stock (id),
  alias text not null,
  -- By language: ru, en, de, pl.
  name jsonb not null,
  -- Of the term; both null: open-ended.
  min_months int,
  max_months int,
  min_stay_months int not null check (min_stay_months >= 0),
  notice_days int not null check (notice_days >= 0),
  -- [{ "fromMonth": 6, "percent": 30 }]
  steps jsonb not null,
  -- Months that a new customer must be bound for; null: the first month costs what every month costs.
  first_month_min_months int check (first_month_min_months >= 1),
  -- Net, minor units by currency.
  first_month_prices jsonb not null,
  early_leave text not null check (early_leave in ('usedDays', 'minimumStay', 'wholeTerm')),
  is_on boolean not null,
  -- Lists and the wizard show them by it.
  position int not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  check ((min_months is null) = (max_months is null)),
  check (min_months >= 1 and min_months <= max_months)
);
create unique index tariff_alias on tariff (stock_id, alias);
