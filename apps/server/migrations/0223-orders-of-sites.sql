-- Who gave a command to a site, kept before it goes out and until our own record of the try is there: a server that dies in between
-- still has a name for the opening that the site tells of.
create table site_order (
  command_id text primary key,
  stock_id text not null references stock (id),
  account_id text not null references account (id),
  actor_role text not null,
  contract_id text references contract (id),
  source text not null,
  sent_at timestamptz not null
);
create index site_order_sent_at on site_order (sent_at);

-- When people were last told that this door was forced: a contact that rattles is an alarm now and then.
alter table lock_state add column forced_told_at timestamptz;

-- How often the same followed within minutes without a row of its own, and whether the site knew what time it was.
alter table access_record
  add column repeats int not null default 0,
  add column is_clock_uncertain boolean not null default false;
