-- As 0057 for accounts: a part of an address that many mails share ("@gmail") folded each of them, at every search.
alter table mail add column recipient_search text not null generated always as (folded(recipient)) stored;
drop index mail_search;
create index mail_search on mail using gin (recipient_search gin_trgm_ops);
