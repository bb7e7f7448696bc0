-- Rows that a job could not work on: why, how often, and when they are tried again. An entry goes when its row succeeds or is no
-- longer due. All instants are machine time.
create table job_failure (
  job text not null,
  -- Of the row within the job: an id, as a rule.
  row_key text not null,
  reason text not null,
  attempts int not null,
  next_attempt_at timestamptz not null,
  last_at timestamptz not null,
  primary key (job, row_key)
);
