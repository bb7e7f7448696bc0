-- Several processors behind one port (issue 7/8): methods other than cards, an inbox that is worked off behind the answer,
-- refunds and disputes.
alter table saved_method
  add column kind text not null default 'card',
  -- Of a direct debit: the mandate's reference, which every notice of a debit names.
  add column mandate text,
  -- The processor's name of a forgotten method, until the processor has been told to forget it as well.
  add column to_forget text;
create index saved_method_to_forget on saved_method (cabinet) where to_forget is not null;

alter table payment_message
  add column type text not null default '',
  -- The message's own name, where its processor gives it one: told twice, it is kept once.
  add column message_key text,
  add column times_told integer not null default 1,
  -- What it is about and what it told along; gone with the payer (erasure).
  add column news jsonb,
  add column tries integer not null default 0,
  -- Machine time; null: nothing is left to do.
  add column next_try_at timestamptz,
  add column problem text,
  add column processed_at timestamptz;
create unique index payment_message_key on payment_message (cabinet, message_key) where message_key is not null;
create index payment_message_waiting on payment_message (next_try_at) where next_try_at is not null;
update payment_message set processed_at = received_at where verdict <> 'valid';

create table payment_refund (
  id text primary key,
  payment_id text not null references payment (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  -- asked: written down; sent: the processor may know of it; done: it says so; refused: it said no, nothing went back.
  status text not null check (status in ('asked', 'sent', 'done', 'refused')),
  reason text not null,
  problem text,
  -- What had gone back before it was sent: it is done as soon as so much more has.
  refunded_before bigint,
  asked_by_id text not null,
  asked_at timestamptz not null,
  -- Machine time from which the processor may know of it.
  sent_at timestamptz,
  decided_at timestamptz
);
create index payment_refund_payment on payment_refund (payment_id);
create index payment_refund_open on payment_refund (id) where status in ('asked', 'sent');

create table payment_dispute (
  id text primary key,
  payment_id text not null references payment (id),
  cabinet text not null,
  outside_id text not null,
  state text not null check (state in ('warned', 'open', 'won', 'lost')),
  said text not null,
  amount bigint not null,
  currency text not null,
  is_withdrawn boolean not null,
  reason text,
  due_by timestamptz,
  opened_at timestamptz not null,
  decided_at timestamptz,
  -- It keeps the contract's doors shut until staff have looked at it (7007); not of a direct debit, whose debt does that.
  blocks boolean not null,
  -- Staff have looked at it: the contract's doors follow the ordinary rules again.
  handled_at timestamptz,
  handled_by_id text,
  unique (cabinet, outside_id)
);
create index payment_dispute_payment on payment_dispute (payment_id);
create index payment_dispute_recent on payment_dispute (opened_at desc, id);
