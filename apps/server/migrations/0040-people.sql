-- Accounts and mails are found by any part of a text. In the C locale neither lower() nor trigrams know letters beyond
-- ASCII, so what is looked for and what is looked in are folded to plain letters first: "иванов" finds "Иванов" and "Ivanov",
-- "muller" finds "Müller".
create extension if not exists pg_trgm;

create function folded(given text) returns text language sql immutable strict parallel safe
  return translate(lower(given), 'абвгдеёжзийклмнопрстуфхцчшщыэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЫЭЮЯäöüąćęłńóśźżéèêëáàâãåíìîïúùûôòõçñýčďěňřšťůžÄÖÜĄĆĘŁŃÓŚŹŻÉÈÊËÁÀÂÃÅÍÌÎÏÚÙÛÔÒÕÇÑÝČĎĚŇŘŠŤŮŽßъьЪЬ', 'abvgdeezziyklmnoprstufhccssyeuaabvgdeezziyklmnoprstufhccssyeuaaouacelnoszzeeeeaaaaaiiiiuuuooocnycdenrstuzaouacelnoszzeeeeaaaaaiiiiuuuooocnycdenrstuzs');

create index account_search on account using gin (
  folded(email_key || ' ' || coalesce(company, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(first_name, '')) gin_trgm_ops)
  where deleted_at is null;
create index account_search_phone on account using gin (regexp_replace(phone, '[^0-9]', '', 'g') gin_trgm_ops) where deleted_at is null;

-- The orders of the list of accounts.
create index account_by_name on account (
  (coalesce(case when account_type = 'legal' then nullif(company, '') end, nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), nullif(company, ''), email) collate "und-x-icu"), id)
  where deleted_at is null;
create index account_by_phone on account (coalesce(phone, ''), id) where deleted_at is null;
create index account_by_type on account (account_type, id) where deleted_at is null;
create index account_by_role on account (platform_role, id) where deleted_at is null;

create index mail_account on mail (account_id, created_at desc, id) where account_id is not null;
create index mail_search on mail using gin (folded(recipient) gin_trgm_ops);
