-- The filters of the audit: by act, by stock, by people. It only grows; none of them may read the whole of it.
create index audit_action on audit (action, at desc);
create index audit_stock on audit (stock_id, at desc) where stock_id is not null;
create index audit_behalf on audit (on_behalf_of, at desc) where on_behalf_of is not null;
-- Who acted is looked for among those whose accounts have ended as well.
create index account_search_ended on account using gin (
  folded(email_key || ' ' || coalesce(company, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(first_name, '')) gin_trgm_ops)
  where deleted_at is not null;
-- Who has a role, before it is changed or deleted; which payments of an account are under way, before it ends.
create index account_with_role on account (role_id) where role_id is not null;
create index payment_under_way on payment (account_id) where status = 'pending';
