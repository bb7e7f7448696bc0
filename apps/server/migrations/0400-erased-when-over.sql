-- Whoever was erased here while he still rents or owes at a source: its words about him go with the reading that says that it is over.
alter table external_customer add column erase_asked_at timestamptz;
create index external_customer_erase_asked on external_customer (stock_id) where erase_asked_at is not null and erased_at is null;
