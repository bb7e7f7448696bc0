-- What the plans of a company with 60,000 contracts lacked (tools/bench/read-plans.ts).
-- Contracts by number, the newest first: those of a stock, those that run, those that are over.
drop index contract_stock_open;
create index contract_of_stock on contract (stock_id, number desc);
create index contract_open on contract (number desc) where status in ('pending', 'active', 'ended');
create index contract_over on contract (number desc) where status in ('closed', 'cancelled');
-- What of a contract is unpaid, without reading all that it has paid in years.
create index document_open on document (contract_id, due_on) where status = 'open';
