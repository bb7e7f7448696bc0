-- ── payments: cards that the processor keeps for us ──────────────────────────────────────────────────────────────
-- The processor holds the card, we hold its name for it, which is worth something to nobody but the owner of the cabinet.
create table saved_method (
  id text primary key,
  account_id text not null references account (id),
  cabinet text not null,
  -- Gone as soon as the tenant says so: there is nothing left to charge.
  outside_id text,
  card text,
  expires text,
  -- The payment with which it was saved; told twice, it is saved once.
  payment_id text not null unique references payment (id),
  saved_at timestamptz not null,
  forgotten_at timestamptz,
  check ((outside_id is null) = (forgotten_at is not null))
);

-- A charge of a saved card is an attempt as every other. Its key is the caller's, so that twice is once.
alter table payment add column method_id text references saved_method (id), add column charge_key text;
create unique index payment_charge on payment (charge_key) where charge_key is not null;
create index payment_charge_undecided on payment (cabinet, id) where charge_key is not null and status in ('created', 'pending');

-- ── billing: subscriptions and what they debit ───────────────────────────────────────────────────────────────────
create table subscription (
  id text primary key,
  contract_id text not null references contract (id),
  account_id text not null references account (id),
  stock_id text not null references stock (id),
  status text not null check (status in ('starting', 'active', 'suspended', 'cancelled')),
  method_id text references saved_method (id),
  -- Why it is suspended (a class of declines) or by what it was cancelled.
  reason text,
  created_at timestamptz not null,
  activated_at timestamptz,
  ended_at timestamptz,
  check (status <> 'active' or method_id is not null),
  check ((status = 'cancelled') = (ended_at is not null))
);
create unique index subscription_live on subscription (contract_id) where status <> 'cancelled';
create index subscription_recent on subscription (created_at desc, id);

-- One row per invoice and try; the natural key says that a try is made once.
create table debit (
  id text primary key,
  subscription_id text not null references subscription (id),
  document_id text not null references document (id),
  try int not null check (try > 0),
  -- Declines of the bank before this try: what never reached the bank does not count.
  declines int not null default 0,
  status text not null check (status in ('planned', 'charging', 'paid', 'declined', 'dropped')),
  -- What was announced. Never more than this is taken.
  amount bigint not null check (amount > 0),
  currency text not null,
  -- The day of the first try, from which the days of the others are counted.
  first_on date not null,
  due_on date not null,
  due_at timestamptz not null,
  payment_id text unique references payment (id),
  reason text,
  created_at timestamptz not null,
  decided_at timestamptz,
  unique (subscription_id, document_id, try)
);
create unique index debit_live on debit (document_id) where status in ('planned', 'charging');
create index debit_due on debit (due_at) where status = 'planned';
create index debit_document on debit (document_id);
