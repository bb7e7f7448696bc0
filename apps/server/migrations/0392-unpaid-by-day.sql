-- A page of what is unpaid, the first due first, ends behind its last row: with the warehouse in second place all documents of a due day
-- were looked at, and a company of 340 warehouses has many of a day.
create index document_unpaid on document (due_on, id) include (stock_id, contract_id, currency, gross, paid, kind) where status = 'open';
drop index document_debt;
