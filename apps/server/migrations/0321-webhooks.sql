-- Addresses that are told of events. All times are machine time.
create table webhook (
  id text primary key,
  name text not null,
  url text not null,
  events text[] not null,
  -- Sealed. During a change of secrets deliveries are signed with both.
  secret text not null,
  former_secret text,
  former_until timestamptz,
  is_on boolean not null,
  off_reason text check (off_reason in ('staff', 'failures', 'gone')),
  off_since timestamptz,
  -- Nothing has been taken since then.
  failing_since timestamptz,
  made_by text not null references account (id),
  created_at timestamptz not null,
  last_delivered_at timestamptz,
  constraint webhook_off check (is_on = (off_since is null) and (off_since is null) = (off_reason is null))
);
create index webhook_maker on webhook (made_by);

-- One event for one webhook. Its id goes with every attempt.
create table webhook_delivery (
  id text primary key,
  webhook_id text not null references webhook (id) on delete cascade,
  -- Null: the test of the screen.
  event_id bigint,
  event text not null,
  body text not null,
  state text not null check (state in ('waiting', 'delivered', 'dead')),
  attempts int not null default 0,
  -- Attempts before the last replay, which begins to count anew.
  attempts_before int not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  ended_at timestamptz,
  last_status int,
  last_fault text,
  unique (webhook_id, event_id)
);
create index webhook_delivery_due on webhook_delivery (next_attempt_at) where state = 'waiting';
create index webhook_delivery_list on webhook_delivery (webhook_id, created_at desc, id desc);
create index webhook_delivery_state on webhook_delivery (webhook_id, state, created_at desc);

create table webhook_attempt (
  delivery_id text not null references webhook_delivery (id) on delete cascade,
  number int not null,
  at timestamptz not null,
  milliseconds int not null,
  status int,
  fault text,
  answer text,
  primary key (delivery_id, number)
);
