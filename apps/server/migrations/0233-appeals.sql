-- What people ask of us, as staff work with it: where a box is wanted, who handled what, who was told of a free box.
-- City, stock and size as they were typed stay in `details`; here stands what they were found to be.
alter table appeal
  add column stock_id text references stock (id),
  add column city_id text references city (id),
  add column size_group text check (size_group in ('s', 'm', 'l', 'xl')),
  add column language text not null default 'ru',
  -- What makes two requests the same; none once it was put back by hand.
  add column same_as text,
  add column note text,
  add column offered_at timestamptz,
  add column offered_stock_id text references stock (id),
  add column offer_ends_at timestamptz,
  add column search_text text not null generated always as (
    folded(coalesce(name, '') || ' ' || coalesce(phone, '') || ' ' || regexp_replace(coalesce(phone, ''), '\D', '', 'g') || ' ' || coalesce(email, '') || ' ' || message)) stored,
  add constraint appeal_type check (type in ('callback', 'message', 'availability'));

-- A second click, a request sent again: while the first one waits it is that one.
create unique index appeal_waits_once on appeal (same_as) where status = 'pending';

-- The list under each of its filters, the newest first, and what is searched for.
drop index appeal_status;
create index appeal_newest on appeal (created_at desc, id desc);
create index appeal_by_status on appeal (status, created_at desc, id desc);
create index appeal_by_type on appeal (type, status, created_at desc, id desc);
create index appeal_by_stock on appeal (stock_id, status, created_at desc, id desc);
create index appeal_search on appeal using gin (search_text gin_trgm_ops);
-- The waiting list is a small part of all that was ever asked.
create index appeal_waiting on appeal (stock_id, size_group, created_at, id) where type = 'availability' and status = 'pending';
