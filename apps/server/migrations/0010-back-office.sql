-- A deleted city stays for the deleted stocks that were in it.
alter table city add column deleted_at timestamptz;
