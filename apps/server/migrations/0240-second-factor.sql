-- The second factor of a sign-in: a time-based code (RFC 6238), ten recovery codes, and the roles that must have one.

create table second_factor (
  account_id text primary key references account (id),
  -- Sealed with the storage key, bound to the account.
  secret text not null,
  created_at timestamptz not null,
  -- Null: shown, and not proved by a code yet; it counts for nothing.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: that code and all before it are used up.
  last_step bigint not null default 0
);

-- Of a recovery code only a keyed hash; one that was used stays until new ones are made.
create table recovery_code (
  account_id text not null references account (id),
  code_hash text not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

alter table role add column requires_second_factor boolean not null default false;
