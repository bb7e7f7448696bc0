-- Why and since when staff keep somebody out (7007); the reason is for him to read. Who did it is in the audit.
alter table account
  add column block_reason text,
  add column blocked_at timestamptz;
