-- A penalty names the invoice it was charged on. An invoice knows the first day that nobody has looked at for penalties.
alter table document add column penalises_id text references document (id);
alter table document add column penalised_until date;
-- No day of an invoice is charged by two documents.
create unique index document_penalty on document (penalises_id, period_from) where penalises_id is not null and status <> 'void';

-- When tenants are reminded of an invoice, in days before and after its due day.
alter table stock add column remind_days_before int[] not null default '{3}';
alter table stock add column remind_days_after int[] not null default '{1,7,14}';
