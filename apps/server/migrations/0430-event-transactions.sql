-- Which transaction wrote a fact: servers find what others committed by it, whatever the order of ids (decision 306). The default is no
-- volatile expression: rows that are there get one constant, the number of this migration's transaction, and the table is not rewritten.
-- A server of the version before does not name the column; what it writes gets the default.
alter table event add column tx xid8 not null default pg_current_xact_id();
