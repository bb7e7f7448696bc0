-- Where somebody wants short messages and which ones: his own word, never made for him. A number is written to only after he has
-- typed the code that went there. All instants are machine time.
create table sms_number (
  account_id text primary key references account (id),
  -- E.164
  number text not null,
  -- Null: asked for, and the code not typed yet.
  confirmed_at timestamptz,
  -- Kinds of messages, as messaging/sms/sms-kinds.ts knows them.
  kinds text[] not null default '{}',
  -- The code that is out: made of this id and stored nowhere.
  code_id text,
  code_expires_at timestamptz,
  code_tries int not null default 0,
  updated_at timestamptz not null
);

-- Short messages as mails are kept: what waits, what went, what did not.
create table sms (
  id text primary key,
  natural_key text not null unique,
  kind text not null,
  -- E.164; empty where the person was erased.
  recipient text not null,
  account_id text references account (id),
  stock_id text references stock (id),
  language text not null,
  data jsonb not null,
  -- As it was handed over; null before, and for good where a code is in it.
  body text,
  segments int,
  -- waiting; sending: handed over, and no answer known; accepted, sent, delivered: as the gateway reports; failed
  status text not null check (status in ('waiting', 'sending', 'accepted', 'sent', 'delivered', 'failed')),
  failure text check (failure in ('address', 'message', 'tries', 'gone', 'late', 'limit')),
  attempts int not null default 0,
  -- Machine time: retries, leases, how long it is worth sending, when it was handed over.
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  attempted_at timestamptz,
  -- Business time: not before, because nobody is woken.
  not_before timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- The gateway's own name of it.
  gateway_id text unique,
  error_code int,
  last_error text,
  check (failure is null or status = 'failed')
);
create index sms_due on sms (next_attempt_at, id) where status in ('waiting', 'sending');
create index sms_created on sms (created_at desc, id);
create index sms_account on sms (account_id, created_at desc) where account_id is not null;
create index sms_attempted on sms (attempted_at) where attempted_at is not null;
create index sms_recipient on sms using gin (recipient gin_trgm_ops);

-- Numbers at which nobody can be reached; gone from here as soon as a message arrives there, or its owner confirms it anew.
create table unreachable_number (
  number text primary key,
  since timestamptz not null,
  error_code int
);
