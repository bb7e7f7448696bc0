-- A plan that cannot be billed: since when, how often it was tried, and the day at its stock from which it is tried again.
alter table billing_plan add column parked_at timestamptz;
alter table billing_plan add column parked_tries int not null default 0;
alter table billing_plan add column retry_on date;
create index billing_plan_parked on billing_plan (retry_on) where closed_at is null and parked_reason is not null;
update billing_plan set parked_at = created_at, parked_tries = 1, retry_on = coalesce(next_issue_on, anchor_day) where parked_reason is not null;
