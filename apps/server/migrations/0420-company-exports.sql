-- Archives of the whole company that somebody asked for on the screen: whoever makes it, how far it is, and what became of it. Its
-- bytes stand in the file storage in pieces, sealed with a key of their own. All instants are machine time.
create table company_export (
  id text primary key,
  asked_by_id text not null references account (id),
  asked_at timestamptz not null,
  -- Whether the files of identity documents go along.
  with_identity boolean not null,
  state text not null check (state in ('asked', 'making', 'ready', 'failed', 'deleted')),
  -- Which try it is: who works for an older one finds his turn taken.
  tries int not null default 0,
  -- A server that died holds its turn no longer than this.
  lease_until timestamptz,
  -- Of this try, so that they can be removed; counted before each is written.
  pieces int not null default 0,
  things bigint not null default 0,
  about bigint,
  bytes bigint not null default 0,
  missing int,
  -- The key of the pieces, sealed with the storage key; without it nobody opens them any more.
  sealed_key text,
  ready_at timestamptz,
  deletes_at timestamptz,
  ended_at timestamptz,
  failure text check (failure in ('interrupted', 'storage', 'other'))
);
create unique index company_export_at_once on company_export ((true)) where state in ('asked', 'making');
create index company_export_latest on company_export (asked_at desc);
