-- Keys with which programs call the API, in the name of who made them. The key itself is not kept.
create table api_key (
  id text primary key,
  name text not null,
  -- Its first characters, to recognise it by.
  prefix text not null,
  -- A keyed hash of the whole.
  hash text not null unique,
  scopes text[] not null,
  -- The one stock it acts at; null: wherever its maker may.
  stock_id text references stock (id) on delete cascade,
  made_by text not null references account (id),
  created_at timestamptz not null,
  -- Machine time, as of everything that opens a door to the server.
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_from text
);
create index api_key_maker on api_key (made_by);
create index api_key_stock on api_key (stock_id);

-- Which of them somebody acted with. It is part of the chain where it is set; older links stay as they are.
alter table audit add column key_id text;
