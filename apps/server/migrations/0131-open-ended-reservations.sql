-- A box may be reserved under a tariff without an end: null, as on the contract.
alter table reservation alter column duration_months drop not null;
