-- Direct debits through the seller's own bank: mandates of tenants, and the files (pain.008) in which debits are handed in.
alter table seller add column creditor_id text;

-- A mandate is signed without a payment; every other method comes with one.
alter table saved_method alter column payment_id drop not null;
alter table saved_method add constraint saved_method_made check (payment_id is not null or cabinet = 'bankDebit');

create table mandate (
  id text primary key,
  account_id text not null references account (id),
  -- What it is for, in the word of who asked for it: `contract:<id>`.
  subject text not null,
  seller_id text not null references seller (id),
  stock_id text not null references stock (id),
  -- Told to the payer's bank with every debit; unique together with the creditor's identifier.
  reference text not null,
  creditor_id text not null,
  creditor_name text not null,
  creditor_address text not null,
  -- The payer's own; gone when he is erased.
  holder text,
  iban_sealed text,
  account_label text,
  -- What he has agreed to, as he saw it, and its fingerprint.
  language text not null,
  wording text not null,
  text_hash text not null,
  signed_at timestamptz not null,
  signed_on date not null,
  address text,
  user_agent text,
  method_id text references saved_method (id),
  -- The last day on which something was collected by it.
  used_on date,
  ended_at timestamptz,
  ended_by text check (ended_by in ('payer', 'replaced', 'bank', 'unused', 'erased')),
  -- The bank's code, where it was the bank.
  end_code text,
  check ((ended_at is null) = (ended_by is null)),
  unique (creditor_id, reference)
);
-- One that counts for each purpose.
create unique index mandate_live on mandate (subject) where ended_at is null;
create index mandate_account on mandate (account_id);

-- A file of debits for one seller's bank.
create table debit_batch (
  id text primary key,
  seller_id text not null references seller (id),
  -- Name, account, bank and identifier of the creditor as they stand in the file.
  creditor jsonb not null,
  -- made: can be withdrawn; sent: it was handed out, the bank may have it; settled: all of it is decided; withdrawn, refused: nothing
  -- of it was or will be collected, its debits wait for another.
  state text not null check (state in ('made', 'sent', 'settled', 'withdrawn', 'refused')),
  count int not null check (count > 0),
  total bigint not null check (total > 0),
  made_at timestamptz not null,
  made_by_id text not null,
  sent_at timestamptz,
  sent_by_id text,
  ended_at timestamptz,
  ended_by_id text
);
create index debit_batch_recent on debit_batch (made_at desc, id desc);

-- A debit that goes through the bank: one payment each. In one file at most, since it has one place for it.
create table bank_debit (
  payment_id text primary key references payment (id),
  mandate_id text not null references mandate (id),
  seller_id text not null references seller (id),
  -- The day that its payer was told.
  announced_on date not null,
  remittance text not null,
  batch_id text references debit_batch (id),
  -- Its part of the file: all of one day and one sequence, as a bank books them.
  part_id text,
  sequence text check (sequence in ('FRST', 'RCUR')),
  collect_on date,
  settled_entry_id text references bank_entry (id),
  settled_on date,
  returned_entry_id text references bank_entry (id),
  returned_on date,
  return_code text,
  check ((batch_id is null) = (part_id is null) and (batch_id is null) = (sequence is null) and (batch_id is null) = (collect_on is null))
);
create index bank_debit_waiting on bank_debit (seller_id, announced_on) where batch_id is null;
create index bank_debit_batch on bank_debit (batch_id);
create index bank_debit_part on bank_debit (part_id) where part_id is not null;
create index bank_debit_mandate on bank_debit (mandate_id);

-- By which a bank names the whole of such a part when it books it in one sum.
alter table bank_entry add column batch_reference text;
