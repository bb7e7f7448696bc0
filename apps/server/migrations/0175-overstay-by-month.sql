-- Days after the end are billed at each month's end: the plans of contracts that are billed to their end wait for the first one.
update billing_plan set next_issue_on = (date_trunc('month', greatest(billed_until, end_day)) + interval '1 month')::date
 where closed_at is null and next_issue_on is null and end_day <= billed_until;
