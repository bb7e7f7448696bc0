-- What an account is searched by, folded once when it is written. Folding costs a hundred times the comparison, and a search
-- has to look at each row that its index finds: three thousand people called Ivanov were folded at every key that was hit.
alter table account
  add column search_text text not null generated always as (
    folded(email_key || ' ' || coalesce(company, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(first_name, ''))) stored,
  -- Without the e-mail: for staff who do not see it, and shall not guess it.
  add column search_names text not null generated always as (
    folded(coalesce(company, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(first_name, ''))) stored;
drop index account_search;
drop index account_search_ended;
create index account_search on account using gin (search_text gin_trgm_ops) where deleted_at is null;
create index account_search_ended on account using gin (search_text gin_trgm_ops) where deleted_at is not null;
