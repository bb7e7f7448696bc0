-- Until when somebody has read what he was told; his mails are the list (messaging/inbox-view.ts).
create table inbox_read (
  account_id text primary key references account (id),
  read_until timestamptz not null
);

-- The key under which push services know this company (VAPID); made once, its private part sealed.
create table push_key (
  id int primary key check (id = 1),
  public_key text not null,
  private_sealed text not null,
  created_at timestamptz not null
);

-- Browsers that asked to be told. All instants are machine time.
create table push_subscription (
  id text primary key,
  account_id text not null references account (id),
  -- Where to send, chosen by the browser's maker: https only, and never an inner address.
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscription_account on push_subscription (account_id, created_at);

-- One mail to one browser, until it is taken or given up.
create table push_task (
  mail_id text not null references mail (id) on delete cascade,
  subscription_id text not null references push_subscription (id) on delete cascade,
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  primary key (mail_id, subscription_id)
);
create index push_task_due on push_task (next_attempt_at);
create index push_task_subscription on push_task (subscription_id);
