-- Asked for every payment that comes in: whether it stands in the book already.
create index ledger_payment on ledger_entry (payment_id) where payment_id is not null;

-- What an account reserved at a stock lately: asked by every reservation.
create index reservation_account on reservation (account_id, stock_id, expires_at);

-- A staff user's own contract: asked beside the tenant's at every door.
create index contract_internal on contract (internal_user_id) where internal_user_id is not null;
