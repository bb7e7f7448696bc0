-- The right of withdrawal was used. The box stays held until staff have seen that it is empty.
alter table contract add column withdrawn_at timestamptz;
alter table contract add column cleared_at timestamptz;
create index contract_uncleared on contract (stock_id, id) where withdrawn_at is not null and cleared_at is null;

-- Who asked for the link to withdraw from a contract, without a session. Machine time, as everything about codes.
create table withdrawal_request (
  id text primary key,
  contract_id text not null references contract (id),
  code_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index withdrawal_request_contract on withdrawal_request (contract_id);
