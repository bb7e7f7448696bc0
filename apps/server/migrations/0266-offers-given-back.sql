-- Offers that were taken are looked for as well, when what was booked on them is given up: one index for both ways, which still holds
-- few of all requests.
drop index appeal_offered_to_address;
drop index appeal_offered_to_account;
create index appeal_offered_to_address on appeal (lower(email)) where offered_at is not null;
create index appeal_offered_to_account on appeal (account_id) where offered_at is not null;
-- The list of who waits for a size, wherever: it was counted by reading every request there ever was.
create index appeal_by_size on appeal (size_group, type, status, created_at desc, id desc) where size_group is not null;
