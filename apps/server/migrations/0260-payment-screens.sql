-- Payments at processors by time: the list, its count and its filters are read from here, and never from the table.
create index payment_external on payment (created_at desc, id)
  include (stock_id, account_id, processor, status, outside_status, amount, succeeded_at) where processor <> 'manual';
-- What a tenant has paid and tried; whose payments a search by name means.
create index payment_of_account on payment (account_id, created_at desc, id);
-- A month of money, and what of it went back, held against the book.
create index payment_received on payment (succeeded_at) where succeeded_at is not null;
create index payment_given_back on payment (stock_id) where details ?| array['refunded', 'withdrawn'];
create index ledger_cash on ledger_entry (seller_id, business_day)
  include (account, reason, payment_id, currency, amount) where account like 'cash:%';
-- Messages of processors that somebody should look at.
create index payment_message_attention on payment_message (received_at desc, id) where verdict not in ('credited', 'known', 'noted', 'not ours');
create index payment_message_payment on payment_message (payment_id) where payment_id is not null;
