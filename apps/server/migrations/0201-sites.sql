-- The site of a stock: pairing, its two keys, its health and its tunnel.

alter table site
  -- Null: its key was given by hand, or by the demo, and the address of its stock says whether it is to be expected.
  add column paired_at timestamptz,
  -- Null: handed out and not used yet; until then the previous key counts as well and numbers go on under it.
  add column key_used_at timestamptz;
update site set key_used_at = updated_at;

-- A code that somebody may still type in at the site, one a stock; of the code itself only a keyed hash.
create table site_pairing (
  stock_id text primary key references stock (id),
  code_hash text not null unique,
  created_by text references account (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- The key with which access lists are signed, made once; what sites are given at their pairing is its public part.
create table site_signing_key (
  id int primary key check (id = 1),
  public_pem text not null,
  private_sealed text not null,
  created_at timestamptz not null
);

-- What a site said of itself, and whether it answers. All instants are machine time.
create table site_health (
  stock_id text primary key references stock (id),
  -- Null: not asked yet.
  is_ok boolean,
  -- Heartbeats in a row that went unanswered.
  misses int not null default 0,
  -- Null: whoever comes first asks it.
  asked_at timestamptz,
  contact_at timestamptz,
  locks_read_at timestamptz,
  carrier text check (carrier in ('tunnel', 'direct')),
  address text,
  version text,
  started_at timestamptz,
  skew_ms bigint,
  is_clock_uncertain boolean not null default false,
  is_maintenance boolean not null default false,
  buses jsonb not null default '[]',
  unsent_events int not null default 0,
  last_sequence bigint,
  list_version int not null default 0,
  list_valid_until timestamptz,
  list_rejected jsonb,
  offline_since timestamptz
);

-- Which process of ours holds the tunnel of a site. A row of a process that died is known by its age.
create table site_tunnel (
  stock_id text primary key references stock (id),
  process_id text not null,
  connection_id text not null,
  -- Unix seconds of the hello: one that is older is a replay.
  hello_at bigint not null,
  connected_at timestamptz not null,
  seen_at timestamptz not null
);
create index site_tunnel_process on site_tunnel (process_id);

-- A call that another process makes over its tunnel. Taken once, or never: who asked takes it back when nobody has.
-- Lost with a crash of the database, as are those who waited for it.
create unlogged table site_relay (
  id text primary key,
  process_id text not null,
  stock_id text not null,
  request text not null,
  expires_at timestamptz not null,
  taken_at timestamptz,
  answer text
);
