-- Who was offered a box and booked at that stock: the offer was taken.
alter table appeal add column booked_at timestamptz;
-- A booking looks for the offers of its account and of its address; there are few that nobody has taken.
create index appeal_offered_to_address on appeal (lower(email)) where offered_at is not null and booked_at is null;
create index appeal_offered_to_account on appeal (account_id) where offered_at is not null and booked_at is null;
