-- Foreign keys that pages, jobs and erasure ask for by themselves. Writers of a table wait while its index is built: seconds for the
-- largest, documents; the others are far smaller. Readers do not wait.
create index saved_method_account on saved_method (account_id);
create index subscription_account on subscription (account_id);
create index subscription_method on subscription (method_id);
create index billing_plan_account on billing_plan (account_id);
create index box_claim_account on box_claim (account_id);
create index site_order_account on site_order (account_id);
create index site_order_contract on site_order (contract_id);
create index rent_rise_account on rent_rise (account_id);
create index document_plan on document (plan_id) where plan_id is not null;
create index bank_entry_seller on bank_entry (seller_id);
create index reservation_stock on reservation (stock_id);
create index password_reset_account on password_reset (account_id);
create index external_task_contract on external_task (contract_id);
create index external_task_account on external_task (account_id);
