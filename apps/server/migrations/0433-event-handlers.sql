-- Handlers by name, written by each server when it starts. A server leaves deliveries also for those that only another version has: what
-- is written during an upgrade, or after a step back, waits for a server that knows the handler (decision 307).
create table event_handler (
  name text primary key,
  type text not null
);
create index event_handler_type on event_handler (type);
