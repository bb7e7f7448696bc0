-- A deleted seller stays for the documents that name it.
alter table seller add column deleted_at timestamptz;
-- A stock that was deleted here may come from its source again.
alter table stock drop constraint stock_external_id_key;
create unique index stock_external_id_key on stock (external_id) where deleted_at is null;
-- What stands on a stock: asked when it is shown, changed or deleted.
create index box_claim_stock on box_claim (stock_id, kind) where released_at is null;
create index account_of_stock on account (stock_id) where stock_id is not null;
