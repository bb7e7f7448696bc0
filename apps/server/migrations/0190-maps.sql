-- A map has an id of its own: its name may change, and a deleted map's name may be given again.
alter table floor_map add column id text;
update floor_map set id = '0' || upper(substr(md5(stock_id || '/' || name), 1, 25));
alter table floor_map
  alter column id set not null,
  add column version int not null default 1 check (version > 0),
  add column deleted_at timestamptz,
  -- A scan to draw over: a file beside the map, seen by who draws and by nobody else.
  add column background jsonb,
  drop constraint floor_map_pkey,
  add primary key (id);
alter table floor_map alter column version drop default;
create unique index floor_map_name on floor_map (stock_id, name) where deleted_at is null;
create index floor_map_stock on floor_map (stock_id, position);

-- Every drawing that was saved: who, when, and what it changed against the one before.
create table floor_map_version (
  map_id text not null references floor_map (id),
  version int not null,
  objects jsonb not null,
  saved_at timestamptz not null,
  saved_by_id text,
  origin text not null check (origin in ('drawn', 'imported', 'restored')),
  added int not null,
  changed int not null,
  removed int not null,
  primary key (map_id, version)
);
insert into floor_map_version (map_id, version, objects, saved_at, saved_by_id, origin, added, changed, removed)
  select id, version, objects, updated_at, null, 'drawn', jsonb_array_length(objects), 0, 0 from floor_map;
