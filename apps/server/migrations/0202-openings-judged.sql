-- What a site opened by its list is held against the rights as they were, once.
alter table access_record add column judged_at timestamptz;
create index access_record_unjudged on access_record (recorded_at) where entry_id is not null and judged_at is null and action in ('opened', 'granted');
