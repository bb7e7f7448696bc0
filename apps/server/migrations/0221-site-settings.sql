-- What staff want a site's agent to go by instead of its own file. It outlives the agent: a new one, or one that lost its disk, is told again.
create table site_settings (
  stock_id text primary key references stock (id),
  -- In the words of LSP/1; a name that is empty is one taken back.
  wanted jsonb not null,
  version int not null,
  updated_at timestamptz not null,
  -- The version that the site took last, and when it was asked to (machine time).
  told_version int,
  told_at timestamptz,
  -- What the site would not take: {"field": "pollMs" or null, "reason": "..."}.
  fault jsonb
);
