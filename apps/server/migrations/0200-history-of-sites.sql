-- What the history keeps of a try at a site, and what a lock's state says of how it came about.

alter table access_record
  drop constraint access_record_action_check,
  add constraint access_record_action_check check (action in ('opened', 'closed', 'refused', 'failed', 'granted', 'left_open', 'forced', 'locked_out', 'tamper')),
  -- Why a site refused where no code of ours says it.
  add column reason text,
  -- Entry of the access list by which a site judged, and the version of that list.
  add column entry_id text,
  add column list_version int,
  add column is_offline boolean not null default false,
  -- The site opened, and by the rights as of that moment it should have refused with this code.
  add column differs_code int;

-- A box is forced once per opening, whoever tells it.
alter table lock_state add column is_forced boolean not null default false;
create index lock_state_opened on lock_state (stock_id) where state = 'opened';
