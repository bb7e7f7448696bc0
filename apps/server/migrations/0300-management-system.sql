-- The external management system (docs/decisions/0260): where it is, what it was last seen to say, and what is asked of it.

alter table stock
  -- Null: by its port.
  add column db_kind text check (db_kind in ('postgres', 'mysql', 'mssql')),
  -- Its table ssr_commands may be written.
  add column db_takes_commands boolean not null default false;

-- What the source of an external stock says of a unit, beside who holds it here; null for boxes of our own.
alter table box add column source_state text check (source_state in ('free', 'occupied', 'reserved', 'closed'));

-- The source numbers its own contracts: they are told apart by their stock, ours by their number alone.
alter table contract drop constraint contract_number_key;
create unique index contract_number_key on contract (number) where external_id is null;
create unique index contract_external on contract (stock_id, external_id) where external_id is not null;
create index contract_number_any on contract (number);
alter table contract
  -- The last paid day, what is owed and since when rent is due, as the source says; null for contracts of our own.
  add column source_paid_until date,
  add column source_debt bigint,
  add column source_due_on date,
  add column source_deposit bigint;

create index contract_source_debt on contract (source_due_on) where source_debt > 0;

-- One reading after the other, by whichever process holds the lease.
create table external_site (
  stock_id text primary key references stock (id),
  -- Machine time, as everything here: an outside system is asked by the clock on the wall.
  due_at timestamptz not null,
  lease_id text,
  lease_until timestamptz,
  synced_at timestamptz,
  tried_at timestamptz,
  -- Why the last reading brought nothing; null when it did.
  trouble text,
  -- Rows that were left out, in sentences.
  problems jsonb not null default '[]',
  -- Which database and site the marks are of.
  source_key text,
  mark_customers text,
  mark_contracts text,
  mark_documents text
);
create index external_site_due on external_site (due_at);

create table external_customer (
  stock_id text not null references stock (id),
  id text not null,
  -- Whoever was imported for it, or was here before.
  account_id text references account (id),
  is_company boolean not null,
  company text,
  registration_number text,
  vat_number text,
  salutation text,
  first_name text,
  last_name text,
  email text,
  phone text,
  other_contacts text,
  address text,
  city text,
  zip text,
  country text,
  created_at text not null,
  -- He was erased here: what the source says of him is not taken again.
  erased_at timestamptz,
  primary key (stock_id, id)
);
create index external_customer_account on external_customer (account_id) where account_id is not null;

create table external_contract (
  stock_id text not null references stock (id),
  id text not null,
  number text not null,
  customer_id text not null,
  unit_id text not null,
  start_day date not null,
  end_day date,
  notice_leave_day date,
  leave_day date,
  paid_until date,
  period_months int not null,
  month_rate bigint not null,
  discount_percent numeric not null,
  vat_percent numeric not null,
  currency text not null,
  insurance_amount bigint,
  insurance_coverage bigint,
  deposit_amount bigint,
  balance bigint not null,
  primary key (stock_id, id)
);
create index external_contract_customer on external_contract (stock_id, customer_id);

create table external_document (
  stock_id text not null references stock (id),
  id text not null,
  kind text not null,
  number text,
  contract_id text,
  customer_id text not null,
  document_date date not null,
  accounting_date date not null,
  due_date date,
  period_from date,
  period_to date,
  net bigint not null,
  vat bigint not null,
  gross bigint not null,
  open_amount bigint not null,
  currency text not null,
  payment_date date,
  payment_method text,
  description text,
  comment text,
  primary key (stock_id, id)
);
create index external_document_contract on external_document (stock_id, contract_id);
create index external_document_customer on external_document (stock_id, customer_id);

-- What somebody wants changed over there: a task for staff, and a row in the source's table of commands where it takes them.
create table external_task (
  id text primary key,
  stock_id text not null references stock (id),
  kind text not null check (kind in ('terminate', 'notice', 'extend', 'book', 'document_dates', 'payment')),
  contract_id text references contract (id),
  box_id text references box (id),
  account_id text references account (id),
  date_value date,
  payload jsonb not null default '{}',
  asked_by_id text not null,
  asked_at timestamptz not null,
  done_at timestamptz,
  done_by_id text,
  -- Null: this source takes no commands.
  command_state text check (command_state in ('waiting', 'sent')),
  command_due_at timestamptz,
  command_tries int not null default 0
);
create index external_task_open on external_task (stock_id, asked_at) where done_at is null;
create index external_task_waiting on external_task (command_due_at) where command_state = 'waiting';
