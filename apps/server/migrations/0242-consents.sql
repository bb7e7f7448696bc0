-- What somebody agreed to or took back: only ever added to. `kind` is the key of a legal document (`privacy`, `lease`) or
-- `advertising`; `version` that of the text at that moment.
create table consent (
  id text primary key,
  account_id text not null references account (id),
  kind text not null,
  version text not null,
  is_given boolean not null,
  language text,
  address text,
  user_agent text,
  -- Who pressed where it was not the person: a superUser.
  by_id text references account (id),
  at timestamptz not null
);
create index consent_account on consent (account_id, at desc, id desc);

-- What stood agreed until now, of which neither address nor device is known. Ids in the form of the others, in their order.
insert into consent (id, account_id, kind, version, is_given, at)
  select '0' || upper(substr(md5(a.id || d.entry), 1, 25)), a.id, split_part(d.entry, ':', 1), split_part(d.entry, ':', 2), true, a.agreed_documents_at
    from account a, regexp_split_to_table(a.agreed_documents_version, ' ') as d(entry)
   where a.agreed_documents_at is not null and d.entry like '%:%';
