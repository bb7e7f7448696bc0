-- Payment processors that are set up here, beside those of the server's own settings. Payments name them by their id in `cabinet`.
create table payment_processor (
  id text primary key,
  kind text not null check (kind in ('paykeeper', 'stripe')),
  label text not null,
  -- What is no secret: address, login, currencies, methods.
  settings jsonb not null,
  -- Each sealed by itself: name → { sealed, end, since }.
  secrets jsonb not null,
  -- Grows with whatever a test is about, so that a test says which settings it was of.
  version int not null default 1,
  is_live boolean not null default false,
  -- The last test: of which settings, when (machine time), and what came of it.
  tested_version int,
  tested_at timestamptz,
  test_result jsonb,
  -- The settings that passed one; a later test that finds the processor away takes nothing back.
  passed_version int,
  -- From then on payments may name it: it is not deleted any more, only retired.
  first_live_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  retired_at timestamptz,
  -- Nothing takes payments that has not been tried as it stands.
  constraint payment_processor_live check (
    not is_live or (retired_at is null and first_live_at is not null and passed_version is not null and passed_version = version)
  )
);
create unique index payment_processor_label on payment_processor (lower(label)) where retired_at is null;

-- Which of them takes a method at a stock: one for each, and none where the stock has no row for it.
create table stock_processor (
  stock_id text not null references stock (id),
  method text not null check (method in ('card', 'sepa', 'paypal')),
  processor_id text not null references payment_processor (id),
  position int not null,
  changed_at timestamptz not null,
  primary key (stock_id, method)
);
create index stock_processor_processor on stock_processor (processor_id);
