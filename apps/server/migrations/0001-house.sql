-- The ground everything stands on. Ids are 26-character ULIDs made in the app. Money is integer minor units with its
-- currency beside it. No default reads a clock: business instants and days are given by the caller (two clocks,
-- docs/decisions). Each table is written by the module named above it and by no other.

-- ── platform ─────────────────────────────────────────────────────────────────────────────────────────────────────
create table setting (
  name text primary key,
  value jsonb not null
);

create table event (
  id bigint generated always as identity primary key,
  type text not null,
  aggregate text not null,
  stock_id text,
  payload jsonb not null,
  happened_at timestamptz not null,
  recorded_at timestamptz not null
);
create index event_stock on event (stock_id, id desc) where stock_id is not null;
create index event_recorded on event (recorded_at);

create table event_delivery (
  event_id bigint not null references event (id) on delete cascade,
  handler text not null,
  aggregate text not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  parked_reason text,
  done_at timestamptz,
  primary key (event_id, handler)
);
create index event_delivery_open on event_delivery (handler, aggregate, event_id) where done_at is null;
create index event_delivery_due on event_delivery (next_attempt_at) where done_at is null and parked_reason is null;

create table audit (
  id text primary key,
  at timestamptz not null,
  recorded_at timestamptz not null,
  actor_id text,
  on_behalf_of text,
  action text not null,
  subject_type text not null,
  subject_id text,
  stock_id text,
  before jsonb,
  after jsonb,
  address text,
  sequence bigint unique,
  previous_hash text,
  hash text
);
create index audit_unsealed on audit (recorded_at, id) where sequence is null;
create index audit_subject on audit (subject_type, subject_id, at desc);
create index audit_actor on audit (actor_id, at desc);
create index audit_at on audit (at desc);

create table idempotency (
  actor text not null,
  key text not null,
  endpoint text not null,
  body_hash text not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (actor, key)
);
create index idempotency_age on idempotency (created_at);

-- ── accounts ─────────────────────────────────────────────────────────────────────────────────────────────────────
create table role (
  id text primary key,
  alias text not null unique,
  name text not null,
  description text not null,
  platform_role text not null check (platform_role in ('superUser', 'staff', 'client')),
  permissions text[] not null,
  built_in boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz
);

create table account (
  id text primary key,
  email text not null,
  email_key text not null,
  password_hash text,
  platform_role text not null check (platform_role in ('superUser', 'staff', 'client')),
  role_id text references role (id),
  stock_id text,
  language text not null,
  account_type text not null check (account_type in ('individual', 'legal')),
  is_individual_entrepreneur boolean not null,
  salutation text,
  first_name text,
  last_name text,
  company text,
  registration_number text,
  tax_number text,
  vat_id text,
  country text not null,
  city text not null,
  address text,
  house text,
  zip text,
  phone text,
  personal_id text,
  pin_hash text,
  currency text,
  is_adult boolean not null,
  is_advertising_agree boolean not null,
  agreed_documents_version text,
  agreed_documents_at timestamptz,
  is_kyc_verified boolean not null,
  was_kyc_verified boolean not null,
  blocked_by_staff boolean not null default false,
  token_generation int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz
);
create unique index account_email on account (email_key) where deleted_at is null;
create index account_created on account (created_at desc, id) where deleted_at is null;
create index account_role on account (platform_role) where deleted_at is null;

create table kyc_document (
  id text primary key,
  account_id text not null references account (id),
  kind text not null check (kind in ('passport', 'selfie', 'address', 'extra')),
  content_type text not null,
  file_key text not null,
  byte_size int not null,
  sha256 text not null,
  uploaded_at timestamptz not null,
  rejected_at timestamptz,
  rejection_reason text,
  replaced_at timestamptz
);
create unique index kyc_document_current on kyc_document (account_id, kind) where replaced_at is null;

create table refresh_session (
  id text primary key,
  family_id text not null,
  account_id text not null references account (id),
  token_hash text not null unique,
  acting_for_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  rotated_at timestamptz,
  ended_at timestamptz
);
create index refresh_session_family on refresh_session (family_id);
create index refresh_session_account on refresh_session (account_id) where ended_at is null;

create table password_reset (
  id text primary key,
  account_id text not null references account (id),
  code_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- ── catalog ──────────────────────────────────────────────────────────────────────────────────────────────────────
create table company (
  id text primary key,
  name text not null,
  address text not null,
  email text not null,
  website text not null,
  support_phone text not null,
  office_hours jsonb not null,
  legal_documents jsonb not null,
  reports_enabled boolean not null,
  sign_up_enabled boolean not null,
  updated_at timestamptz
);

create table seller (
  id text primary key,
  name text not null,
  address text not null,
  country text not null,
  tax_number text,
  vat_id text,
  registration_number text,
  bank_name text,
  iban text,
  bic text,
  email text not null,
  phone text not null,
  exemption_text jsonb,
  created_at timestamptz not null,
  updated_at timestamptz
);

create table city (
  id text primary key,
  city text not null,
  country text not null,
  size int not null,
  latitude double precision,
  longitude double precision,
  created_at timestamptz not null,
  updated_at timestamptz
);

create table stock (
  id text primary key,
  external_id text unique,
  code text not null unique,
  name text not null,
  city_id text not null references city (id),
  seller_id text not null references seller (id),
  address text not null,
  zip text not null,
  phone text not null,
  time_zone text not null,
  opening_time time not null,
  closing_time time not null,
  latitude double precision,
  longitude double precision,
  car_height_limit_cm int,
  has_boxes boolean not null,
  is_external boolean not null,
  currency text not null check (currency in ('EUR', 'USD', 'RUB', 'PLN')),
  max_contract_duration int not null,
  deposit_months int not null default 0,
  discount numeric(5, 2) not null default 0,
  invoice_not_paid_fee_percent numeric(5, 2) not null default 0,
  days_without_fee int not null default 0,
  contract_ended_fee numeric(5, 2) not null default 0,
  penalty_cap_percent numeric(7, 2) not null default 100,
  insurance_coverage_amount bigint not null default 0,
  insurance_monthly_amount bigint not null default 0,
  insurance_tax_percent numeric(5, 2) not null default 0,
  refund_unused_time boolean not null default true,
  wifi_network_name text,
  wifi_password text,
  offline_app_url text,
  router_ip text,
  service_port int,
  db_server text,
  db_port int,
  db_name text,
  db_username text,
  db_password_sealed text,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz
);
create index stock_city on stock (city_id) where deleted_at is null;
alter table account add constraint account_stock foreign key (stock_id) references stock (id);

-- Rates have validity dates (decisions.md C15): the one with the greatest valid_from on or before the day holds.
create table stock_vat (
  stock_id text not null references stock (id),
  valid_from date not null,
  legal_percent numeric(5, 2) not null,
  individual_percent numeric(5, 2) not null,
  primary key (stock_id, valid_from)
);

create table equipment (
  stock_id text not null references stock (id),
  id text not null,
  name text not null,
  kind text not null check (kind in ('door', 'gate', 'barrier')),
  is_exit boolean not null default false,
  requires_on_site boolean not null default false,
  position int not null,
  primary key (stock_id, id)
);

create table box_category (
  id text primary key,
  name text not null,
  alias text not null unique,
  description text not null,
  min_size numeric(5, 1) not null,
  max_size numeric(5, 1) not null,
  base_price bigint,
  preview_key text,
  created_at timestamptz not null,
  updated_at timestamptz,
  check (min_size <= max_size)
);

create table category_price (
  category_id text not null references box_category (id) on delete cascade,
  currency text not null,
  price_per_m2 bigint not null check (price_per_m2 >= 0),
  confirmed boolean not null,
  primary key (category_id, currency)
);

create table box (
  id text primary key,
  stock_id text not null references stock (id),
  external_id text,
  unit_number text not null,
  size numeric(5, 1) not null,
  height numeric(5, 2),
  width numeric(5, 2),
  depth numeric(5, 2),
  floor int,
  description text,
  lock_id text,
  category_id text references box_category (id),
  own_rate bigint,
  month_rate bigint,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz
);
create unique index box_unit_number on box (stock_id, unit_number) where deleted_at is null;
create unique index box_lock on box (stock_id, lock_id) where lock_id is not null and deleted_at is null;
create index box_stock on box (stock_id, size, id) where deleted_at is null;

-- I1: one holder per box. Reservations and contracts hold a claim; a transfer moves it.
create table box_claim (
  id text primary key,
  box_id text not null references box (id),
  stock_id text not null references stock (id),
  kind text not null check (kind in ('reservation', 'contract')),
  holder_id text not null,
  account_id text not null references account (id),
  taken_at timestamptz not null,
  lapses_at timestamptz,
  released_at timestamptz
);
create unique index box_claim_one_holder on box_claim (box_id) where released_at is null;
create index box_claim_holder on box_claim (holder_id);
create index box_claim_lapsing on box_claim (lapses_at) where released_at is null and lapses_at is not null;

-- ── maps ─────────────────────────────────────────────────────────────────────────────────────────────────────────
create table floor_map (
  stock_id text not null references stock (id),
  name text not null,
  position int not null,
  objects jsonb not null,
  updated_at timestamptz not null,
  primary key (stock_id, name)
);

-- ── booking ──────────────────────────────────────────────────────────────────────────────────────────────────────
create table reservation (
  id text primary key,
  box_id text not null references box (id),
  stock_id text not null references stock (id),
  account_id text not null references account (id),
  status text not null check (status in ('live', 'converted', 'cancelled', 'expired')),
  arrival_day date not null,
  duration_months int not null,
  period_months int not null,
  with_insurance boolean not null,
  price jsonb not null,
  answers jsonb not null,
  reserved_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  contract_id text,
  booked_by_id text not null
);
create unique index reservation_one_live on reservation (account_id, stock_id) where status = 'live';
create index reservation_expiring on reservation (expires_at) where status = 'live';
create index reservation_box on reservation (box_id, account_id, reserved_at desc);

-- ── contracts ────────────────────────────────────────────────────────────────────────────────────────────────────
create table contract (
  id text primary key,
  external_id text,
  number text not null unique,
  status text not null check (status in ('pending', 'active', 'ended', 'closed', 'cancelled')),
  box_id text not null references box (id),
  stock_id text not null references stock (id),
  account_id text not null references account (id),
  internal_user_id text references account (id),
  start_day date not null,
  end_day date,
  leave_at timestamptz,
  notice_given_at timestamptz,
  planned_leave_day date,
  duration_months int,
  period_months int not null,
  currency text not null,
  month_rate bigint not null,
  price jsonb not null,
  lease jsonb not null,
  answers jsonb not null,
  hold_until timestamptz,
  payment_method text not null,
  first_document_id text,
  first_paid_at timestamptz,
  first_payment_reversed boolean not null default false,
  blocked_by_staff boolean not null default false,
  extended_at timestamptz,
  move_out_window_until timestamptz,
  pin_hash text,
  booked_at timestamptz not null,
  booked_by_id text not null,
  activated_at timestamptz,
  ended_at timestamptz,
  closed_at timestamptz,
  cancelled_at timestamptz,
  updated_at timestamptz
);
create index contract_account on contract (account_id, number desc);
create index contract_box on contract (box_id, booked_at desc);
create index contract_stock_open on contract (stock_id, status) where status in ('pending', 'active', 'ended');
create index contract_hold on contract (hold_until) where status = 'pending';
create index contract_ending on contract (end_day) where status = 'active' and end_day is not null;

-- Contract numbers may have gaps, documents may not: a sequence lets bookings of one stock go side by side.
create sequence contract_number as bigint;

-- What was signed: the version and hash of the lease text, who typed which name, when and from where (decisions.md D26).
create table contract_signature (
  contract_id text primary key references contract (id),
  name_typed text not null,
  documents_agreed boolean not null,
  is_adult boolean not null,
  text_version text not null,
  text_hash text not null,
  language text not null,
  signed_at timestamptz not null,
  address text
);

-- ── billing ──────────────────────────────────────────────────────────────────────────────────────────────────────
-- Billing knows a contract as a reference and what it must print.
create table billing_plan (
  id text primary key,
  contract_id text not null unique,
  account_id text not null references account (id),
  stock_id text not null references stock (id),
  seller_id text not null references seller (id),
  currency text not null,
  anchor_day date not null,
  end_day date,
  period_months int not null,
  terms jsonb not null,
  print jsonb not null,
  billed_until date,
  next_issue_on date,
  parked_reason text,
  closed_at timestamptz,
  created_at timestamptz not null
);
create index billing_plan_due on billing_plan (next_issue_on) where closed_at is null and parked_reason is null;

create table document (
  id text primary key,
  kind text not null check (kind in ('invoice', 'penalty', 'credit_note', 'statement')),
  contract_id text not null,
  plan_id text not null references billing_plan (id),
  account_id text not null references account (id),
  stock_id text not null references stock (id),
  seller_id text not null references seller (id),
  number text,
  status text not null check (status in ('open', 'paid', 'void')),
  period_from date,
  period_to date,
  issued_on date not null,
  due_on date not null,
  accounting_date date not null,
  document_date date not null,
  currency text not null,
  net bigint not null,
  vat bigint not null,
  gross bigint not null,
  paid bigint not null default 0,
  paid_at timestamptz,
  corrects_id text references document (id),
  snapshot jsonb not null,
  comment text,
  created_at timestamptz not null,
  voided_at timestamptz,
  updated_at timestamptz,
  check (net + vat = gross),
  check (kind = 'credit_note' or (paid >= 0 and paid <= gross))
);
-- I2: one invoice per contract and period.
create unique index document_one_invoice on document (contract_id, period_from) where kind = 'invoice' and status <> 'void';
create unique index document_number on document (seller_id, number) where number is not null;
create index document_account on document (account_id, issued_on desc, id);
create index document_contract on document (contract_id, issued_on, id);
create index document_debt on document (due_on, stock_id) where status = 'open';
create index document_month on document (stock_id, accounting_date);

create table document_line (
  document_id text not null references document (id),
  position int not null,
  kind text not null check (kind in ('rent', 'insurance', 'deposit', 'penalty', 'adjustment')),
  quantity numeric(9, 2) not null,
  unit_net bigint not null,
  discount_percent numeric(5, 2) not null,
  discount bigint not null,
  net bigint not null,
  vat_percent numeric(5, 2) not null,
  vat bigint not null,
  gross bigint not null,
  explanation jsonb not null,
  primary key (document_id, position),
  check (net + vat = gross)
);

-- I9: gapless numbers; the row is locked as the last statement of the transaction that takes a number.
create table document_series (
  stock_id text not null references stock (id),
  kind text not null,
  year int not null,
  last_number int not null,
  primary key (stock_id, kind, year)
);

-- I3: double entry, only ever added to; a posting sums to zero per currency.
create table ledger_entry (
  id text primary key,
  posting_id text not null,
  position int not null,
  reason text not null,
  account text not null,
  account_holder_id text,
  seller_id text not null references seller (id),
  stock_id text not null references stock (id),
  contract_id text,
  document_id text references document (id),
  payment_id text,
  currency text not null,
  amount bigint not null check (amount <> 0),
  business_day date not null,
  recorded_at timestamptz not null
);
create unique index ledger_posting on ledger_entry (posting_id, position);
create index ledger_holder on ledger_entry (account_holder_id, seller_id, currency, account);
create index ledger_document on ledger_entry (document_id);

-- Which payment paid how much of which document.
create table settlement (
  id text primary key,
  payment_id text not null,
  document_id text not null references document (id),
  amount bigint not null check (amount <> 0),
  currency text not null,
  settled_at timestamptz not null
);
create index settlement_document on settlement (document_id);
create index settlement_payment on settlement (payment_id);

-- ── payments ─────────────────────────────────────────────────────────────────────────────────────────────────────
-- An attempt to collect an amount for a reference; payments knows no invoice. `reference` is what the caller said.
create table payment (
  id text primary key,
  processor text not null,
  cabinet text not null,
  reference text not null,
  account_id text not null references account (id),
  stock_id text not null references stock (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('created', 'pending', 'succeeded', 'failed', 'cancelled', 'refunded')),
  outside_status text,
  processor_invoice_id text,
  processor_payment_id text,
  redirection_url text,
  failure_reason text,
  card text,
  card_holder text,
  details jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  pending_at timestamptz,
  succeeded_at timestamptz,
  decided_at timestamptz,
  created_by_id text not null
);
-- I6: one credit per processor event id.
create unique index payment_outside on payment (cabinet, processor_payment_id) where processor_payment_id is not null;
create index payment_reference on payment (reference, created_at desc);
create index payment_undecided on payment (cabinet, created_at) where status in ('created', 'pending');
create index payment_recent on payment (created_at desc, id);

-- The outside's messages as they came: stored before they are believed.
create table payment_message (
  id text primary key,
  cabinet text not null,
  outside_id text,
  body jsonb not null,
  verdict text not null,
  received_at timestamptz not null,
  payment_id text references payment (id)
);
create index payment_message_outside on payment_message (cabinet, outside_id);

-- ── access ───────────────────────────────────────────────────────────────────────────────────────────────────────
create table site (
  stock_id text primary key references stock (id),
  key_id text not null,
  secret_sealed text not null,
  previous_key_id text,
  previous_secret_sealed text,
  last_sequence bigint not null default 0,
  updated_at timestamptz not null
);

create table lock_state (
  stock_id text not null references stock (id),
  lock_id text not null,
  state text not null check (state in ('opened', 'closed', 'unavailable')),
  since timestamptz not null,
  open_since timestamptz,
  left_open_notified_at timestamptz,
  primary key (stock_id, lock_id)
);

create table access_record (
  id text primary key,
  stock_id text not null references stock (id),
  box_id text references box (id),
  equipment_id text,
  lock_id text,
  lock_name text,
  contract_id text,
  account_id text,
  actor_role text,
  action text not null check (action in ('opened', 'closed', 'refused', 'failed', 'left_open', 'forced')),
  code int,
  source text not null,
  command_id text,
  site_event_id text,
  at timestamptz not null,
  recorded_at timestamptz not null
);
create index access_record_box on access_record (box_id, at desc);
create index access_record_stock on access_record (stock_id, at desc);
create unique index access_record_command on access_record (command_id, action) where command_id is not null;
create unique index access_record_site_event on access_record (stock_id, site_event_id) where site_event_id is not null;

-- ── support ──────────────────────────────────────────────────────────────────────────────────────────────────────
create table appeal (
  id text primary key,
  account_id text references account (id),
  name text,
  phone text,
  email text,
  type text not null,
  status text not null check (status in ('pending', 'handled')),
  message text not null,
  details jsonb not null,
  created_at timestamptz not null,
  handled_at timestamptz,
  handled_by_id text
);
create index appeal_status on appeal (status, created_at desc);

-- ── messaging ────────────────────────────────────────────────────────────────────────────────────────────────────
create table mail (
  id text primary key,
  natural_key text not null unique,
  kind text not null,
  recipient text not null,
  account_id text,
  stock_id text,
  document_id text,
  language text not null,
  data jsonb not null,
  subject text,
  status text not null check (status in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mail_waiting on mail (next_attempt_at) where status = 'waiting';
create index mail_recipient on mail (recipient, created_at desc);
create index mail_created on mail (created_at desc, id);
create index mail_document on mail (document_id) where document_id is not null;

create table notification (
  id text primary key,
  type text not null,
  title_en text not null,
  title_de text not null,
  description_en text not null,
  description_de text not null,
  is_active boolean not null,
  is_global boolean not null,
  editor_id text references account (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index notification_active on notification (is_active);
