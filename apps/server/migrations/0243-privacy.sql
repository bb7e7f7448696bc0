-- What an audit record says about a person stands beside it: in the record is only the salted hash, which without the salt tells
-- nothing, so that an erasure takes the words away and the chain of the records still holds.
create table audit_personal (
  audit_id text not null references audit (id),
  -- Where in the record: `before.email`.
  place text not null,
  -- Whose data it is.
  holder_id text not null,
  salt text not null,
  value jsonb not null,
  primary key (audit_id, place)
);
create index audit_personal_holder on audit_personal (holder_id);

-- Each time a person's data were taken away as a whole: one at a time, so many a day (machine time).
create table data_export (
  id text primary key,
  account_id text not null references account (id),
  asked_by_id text not null,
  asked_at timestamptz not null,
  opened_at timestamptz,
  -- A process that died holds the turn no longer than this.
  ends_by timestamptz not null,
  ended_at timestamptz,
  is_whole boolean not null default false
);
create unique index data_export_at_once on data_export (account_id) where ended_at is null;
create index data_export_day on data_export (account_id, asked_at desc);

alter table account
  -- He has asked for it; staff see it on the account.
  add column erasure_asked_at timestamptz,
  add column erased_at timestamptz;
create index account_erased on account (erased_at) where erased_at is not null;
create index account_erasure_asked on account (erasure_asked_at) where erasure_asked_at is not null and erased_at is null;

-- When the law no longer wanted them, names and addresses left these papers.
alter table document add column erased_at timestamptz;
alter table contract add column erased_at timestamptz;
