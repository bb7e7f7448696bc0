-- Tries that are counted against guessing (sign-in, asking for reset mails), in machine time: one row per key, so that
-- tries at the same moment wait for one another and the count holds over all processes and restarts. The key is a keyed
-- hash: this table names nobody. Written by the module accounts.
create table sign_in_try (
  key text primary key,
  -- milliseconds of the tries that still count, oldest first
  tries jsonb not null,
  -- whether the last one was refused
  refused boolean not null,
  forget_at timestamptz not null
);
create index sign_in_try_forget on sign_in_try (forget_at);
