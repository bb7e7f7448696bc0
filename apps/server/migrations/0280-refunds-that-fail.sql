-- A refund that had arrived, as its processor said, and that the payer's bank has sent back.
alter table payment_refund drop constraint payment_refund_status_check;
alter table payment_refund
  add constraint payment_refund_status_check check (status in ('asked', 'sent', 'done', 'refused', 'failed'));
