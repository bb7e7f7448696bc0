-- A first invoice that is paid short by at most this much counts as paid; in minor units of the invoice's currency.
alter table seller add column payment_tolerance bigint not null default 100 check (payment_tolerance >= 0);
-- The first day that was booked and signed, where a late first payment has moved the beginning of the rental.
alter table contract add column planned_start_day date;
