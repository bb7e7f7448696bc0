-- The openings of one person, to show them to him and to take him out of them; and those that are old enough to lose their person.
create index access_record_account on access_record (account_id, at) where account_id is not null;
create index access_record_named on access_record (at) where account_id is not null;
