-- The lists of the desk. Contracts that end soon: by the earlier of their end and the planned leaving.
create index contract_leaving on contract (least(end_day, planned_leave_day), id) where status in ('active', 'ended');
-- Who owes: read from the index alone, of all open documents those past their day.
drop index document_debt;
create index document_debt on document (due_on, stock_id) include (contract_id, currency, gross, paid, kind) where status = 'open';
create extension if not exists pg_trgm;
-- A contract is found by any part of its number.
create index contract_search on contract using gin (number gin_trgm_ops);
-- Machine time at which staff asked for this mail; the limit per invoice counts from it.
alter table mail add column asked_at timestamptz;
