/**
 * What one settled payment writes, in the transactions in which the product writes it, with the rows that it locks for that and
 * nothing that it only reads: the message as it came; the payment with its fact and what became of the message; the invoice with
 * its entries in the book and its fact; the mail. Into a copy of the product's own tables, indexes and keys.
 */
export const PGBENCH_PAYMENT = `\\set n :n + 1
\\set i :client_id * :each + :n
insert into payment_message (id, cabinet, outside_id, type, message_key, body, news, verdict, received_at, next_try_at, payment_id)
  values ('PM' || lpad((:i)::text, 24, '0'), 'stripe', 'pi_bench' || :i::text, 'payment_intent.succeeded', 'evt_bench' || :i::text,
    jsonb_build_object('id', 'evt_bench' || :i::text, 'type', 'payment_intent.succeeded', 'amount', '5616', 'object', 'pi_bench' || :i::text, 'status', 'succeeded', 'created', '1795347749', 'orderId', 'PB' || lpad((:i)::text, 24, '0'), 'clientId', 'AC000000000000000000000162', 'currency', 'eur', 'livemode', 'false'),
    jsonb_build_object('hearsay', '{}'::jsonb, 'subject', jsonb_build_object('about', 'payment', 'orderId', 'PB' || lpad((:i)::text, 24, '0'), 'outsideId', 'pi_bench' || :i::text, 'claimsMoney', true)),
    'valid', now(), now(), 'PB' || lpad((:i)::text, 24, '0'));
begin;
select substring(reference, 10) as document, account_id as account, stock_id as stock, amount from payment where id = 'PB' || lpad((:i)::text, 24, '0') for update \\gset
update payment set status = 'succeeded', outside_status = 'succeeded', processor_payment_id = 'pi_bench' || :i::text, card = '**** 4242', details = details || '{"invoiceOpen": false}', succeeded_at = now(), decided_at = now() where id = 'PB' || lpad((:i)::text, 24, '0');
with fact as (
  insert into event (type, aggregate, stock_id, payload, happened_at, recorded_at)
  values ('payment-received', 'payment:' || (:i)::text, :stock, jsonb_build_object('paymentId', 'PB' || lpad((:i)::text, 24, '0'), 'reference', 'document:' || :document::text, 'accountId', :account::text, 'stockId', :stock::text, 'amount', :amount::int, 'currency', 'EUR', 'processor', 'stripe'), now(), now()) returning id
), delivered as (
  insert into event_delivery (event_id, handler, aggregate, next_attempt_at) select id, h, 'payment:' || (:i)::text, now() from fact, unnest(array['billing notes debits', 'billing settles payments']) h
) select id as received from fact \\gset
update payment_message set verdict = 'credited', next_try_at = null, processed_at = now() where id = 'PM' || lpad((:i)::text, 24, '0');
commit;
begin;
update event_delivery set done_at = now() where event_id = :received;
select seller_id as seller, contract_id as contract from document where id = :document for update \\gset
insert into settlement (id, payment_id, document_id, amount, currency, settled_at) values ('SB' || lpad((:i)::text, 24, '0'), 'PB' || lpad((:i)::text, 24, '0'), :document, :amount::bigint, 'EUR', now());
update document set paid = paid + :amount::bigint, status = 'paid', paid_at = now() where id = :document;
insert into ledger_entry (id, posting_id, position, reason, account, account_holder_id, seller_id, stock_id, contract_id, document_id, payment_id, currency, amount, business_day, recorded_at)
  select 'L' || p.position::text || lpad((:i)::text, 24, '0'), 'LP' || lpad((:i)::text, 24, '0'), p.position, 'payment', p.account, :account::text, :seller::text, :stock::text, :contract::text, :document::text, 'PB' || lpad((:i)::text, 24, '0'), 'EUR', p.sign * :amount::bigint, current_date, now()
    from (values (1, 'cash' || chr(58) || 'stripe', 1), (2, 'receivable', -1)) p(position, account, sign);
with fact as (
  insert into event (type, aggregate, stock_id, payload, happened_at, recorded_at)
  values ('document-settled', 'contract:' || :contract::text, :stock, jsonb_build_object('paymentId', 'PB' || lpad((:i)::text, 24, '0'), 'documentId', :document::text, 'accountId', :account::text, 'stockId', :stock::text, 'contractId', :contract::text), now(), now()) returning id
), delivered as (
  insert into event_delivery (event_id, handler, aggregate, next_attempt_at) select id, h, 'contract:' || :contract::text, now() from fact, unnest(array['access-list' || chr(58) || 'document-settled', 'billing charges penalties', 'billing drops debits of what is paid', 'contracts activate', 'mail payment']) h
) select id as settled from fact \\gset
commit;
begin;
update event_delivery set done_at = now() where event_id = :settled;
insert into mail (id, natural_key, kind, recipient, account_id, stock_id, document_id, language, data, status, is_bulk, next_attempt_at, created_at)
  values ('MB' || lpad((:i)::text, 24, '0'), 'paymentReceived:' || (:settled)::text, 'paymentReceived', 't' || (:i)::text || '@volume.example', :account, :stock, :document, 'de', jsonb_build_object('paidFrom', 'payment', 'documentId', :document::text), 'waiting', false, now(), now());
commit;
`
