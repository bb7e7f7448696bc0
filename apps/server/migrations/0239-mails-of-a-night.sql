-- What a billing night or the calendar writes by the thousand is sent at a pace of its own, so that nobody who waits for a mail waits
-- behind it and no request is slowed by it.
alter table mail add column is_bulk boolean not null default false;
drop index mail_waiting;
create index mail_waiting on mail (is_bulk, next_attempt_at, id) where status = 'waiting';
