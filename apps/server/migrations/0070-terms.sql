-- A contract's later life. Terms behind the first one stand in the plan in order, each as the first does: an extension adds one.
alter table billing_plan add column later_terms jsonb not null default '[]';
-- The first day of the last term; null: the contract was never extended.
alter table contract add column term_start_day date;
-- The time of day noted for leaving, in the stock's zone; 12:00 unless noted.
alter table contract add column planned_leave_time time;
