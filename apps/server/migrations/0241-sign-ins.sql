-- A sign-in as its owner sees it: where from and with what. Its refresh tokens, which change every 15 minutes, are rows of
-- refresh_session with the same family.
create table sign_in (
  family_id text primary key,
  account_id text not null references account (id),
  user_agent text,
  address text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index sign_in_account on sign_in (account_id);
create index sign_in_last_seen on sign_in (last_seen_at);
insert into sign_in (family_id, account_id, first_seen_at, last_seen_at)
  select family_id, min(account_id), min(created_at), max(created_at) from refresh_session group by family_id;

-- Whether the e-mail address is its owner's, proved by the link of a mail. Never asked at a door (decision 27).
alter table account add column email_confirmed_at timestamptz;
create table email_confirmation (
  id text primary key,
  account_id text not null references account (id),
  -- The address to which the link went: it proves no other.
  email_key text not null,
  code_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_confirmation_account on email_confirmation (account_id);
