-- Whose account at the processor these settings open: what was paid, saved and begun there is known nowhere else.
alter table payment_processor add column outside_account text;
