-- Server processes on this database: who runs, since when, and what each says of itself every ten seconds. Machine time; a row
-- that has not been renewed for half a minute is of a process that died. Nothing is lost with it.
create unlogged table server_process (
  id text primary key,
  host text not null,
  pid int not null,
  port int not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- Loop, memory, connections, sockets and jobs, as platform/processes/describe.ts writes them.
  facts jsonb not null
);

-- Calls per address and minute, where several processes share a limit. The caller is a keyed hash: this table names nobody.
create unlogged table rate_count (
  -- Unix minutes
  minute int not null,
  name text not null,
  caller text not null,
  calls int not null,
  primary key (minute, name, caller)
);

-- What failed lately, counted by the page of the system and by the metrics.
create index mail_failed on mail (next_attempt_at) where status = 'failed';
create index payment_message_failed on payment_message (received_at) where verdict = 'failed';
