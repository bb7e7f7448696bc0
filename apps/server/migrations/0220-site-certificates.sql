-- By what a site proves itself when we call it, and the chain of its events.

alter table site
  -- PEM, of the machine that has the key beside it; null: it has told none, and is called by its tunnel or on this machine only.
  add column certificate text,
  add column previous_certificate text,
  -- When it was told, and when it took the place of another one under the same key.
  add column certificate_told_at timestamptz,
  add column certificate_changed_at timestamptz,
  -- Unix seconds of the request that told it: an older one is a replay.
  add column certificate_said_at bigint not null default 0,
  -- Of the last event taken; null: the next one begins a chain.
  add column last_chain text,
  add column chain_broken_at timestamptz,
  add column chain_broken_sequence bigint;

-- Why its address was of no use at the last heartbeat, where that is known.
alter table site_health add column trouble text;
