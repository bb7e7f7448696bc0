-- What each site was told last of who may open there without asking (modules/access/push-access-lists.ts).
create table access_list (
  stock_id text primary key references stock (id),
  -- Only grows: a site takes no older list than the one it has.
  version int not null default 0,
  -- Since when something is different from what the site knows; null: nothing is.
  wanted_at timestamptz,
  -- Until when a process is at it, or until when nobody tries again.
  claimed_until timestamptz,
  issued_at timestamptz,
  applied_version int,
  applied_at timestamptz,
  fault text
);
create index access_list_wanted on access_list (wanted_at) where wanted_at is not null;
create index access_list_issued on access_list (issued_at);

-- PINs were kept in a form that no site can check, and no door has asked for one yet: whoever set one sets it anew.
update account set pin_hash = null where pin_hash not like 'scrypt-%';
