-- Each identity document has a key of its own, kept here sealed with the storage key. Deleting it shreds the file, copies in
-- backups of the files included. Null with a file still there: sealed by an earlier version, read as it is until it is replaced or due.
alter table kyc_document add column sealed_key text;
-- When staff verified the profile that it stands for; the clock of keeping runs from here.
alter table kyc_document add column accepted_at timestamptz;
-- Key and file are gone; what it was and what was decided stays.
alter table kyc_document add column shredded_at timestamptz;
-- Whoever updates has the time of a full clock to set it otherwise.
update kyc_document k set accepted_at = now() from account a
 where a.id = k.account_id and a.is_kyc_verified and k.replaced_at is null and k.rejected_at is null;
update kyc_document set shredded_at = replaced_at where replaced_at is not null;
create index kyc_document_unshredded on kyc_document (account_id) where shredded_at is null;

-- For how long a stock keeps the identity documents of its tenants, in days (decisions 0230). After verification null: until the tenant has left.
alter table stock add column kyc_days_verified int default 30 check (kyc_days_verified between 0 and 3650);
alter table stock add column kyc_days_rejected int not null default 7 check (kyc_days_rejected between 0 and 3650);
alter table stock add column kyc_days_left int not null default 30 check (kyc_days_left between 0 and 3650);
