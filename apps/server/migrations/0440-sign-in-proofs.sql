-- When a sign-in was begun by password and when its owner last proved that it is he, for calls that ask for it. Both count for
-- minutes only; instants are machine time. A sign-in of an older server has no row: it is asked for a proof.
create table sign_in_proof (
  family_id text primary key,
  account_id text not null references account (id) on delete cascade,
  entered_at timestamptz,
  proved_at timestamptz,
  -- A proof that no change of another account's credentials has used yet.
  is_unspent boolean not null default false
);
create index sign_in_proof_account on sign_in_proof (account_id);
