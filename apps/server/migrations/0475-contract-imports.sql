-- A table of running contracts that was taken as a whole, so that it can be taken back as a whole.
create table contract_import (
  id text primary key,
  stock_id text not null references stock (id),
  made_by_id text not null references account (id),
  made_at timestamptz not null,
  undone_at timestamptz
);
create index contract_import_latest on contract_import (stock_id, made_at desc);
alter table contract add column import_id text references contract_import (id);
create index contract_of_import on contract (import_id) where import_id is not null;
-- What its tenant agreed to. A lease that is signed here says both; one that was signed elsewhere only what its import says.
alter table contract add column late_fee_agreed boolean not null default true;
alter table contract add column door_closing_agreed boolean not null default true;
-- The first day that may bear a late fee, where it was agreed after the contract had come here; null: every day.
alter table contract add column late_fee_from date;
