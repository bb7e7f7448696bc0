-- How often in a row its push service did not answer in time: a browser whose service never does is forgotten.
alter table push_subscription add column timeouts int not null default 0;
-- The sign-in in which the browser asked: with it ends what it is told. Those of before cannot be told apart, and ask again.
delete from push_subscription;
alter table push_subscription add column family_id text not null;
