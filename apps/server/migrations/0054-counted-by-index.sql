-- How many accounts have which role, and which open invoices nobody has mailed: read from indexes alone.
drop index account_role;
create index account_role on account (platform_role, role_id) where deleted_at is null;
drop index document_debt;
create index document_debt on document (due_on, stock_id) include (id, contract_id, currency, gross, paid, kind) where status = 'open';
