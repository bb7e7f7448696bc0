-- People whom a source keeps change there and here (docs/decisions/0290): what the source said of them when that was taken over last, and what
-- their account said when the source was told last. Null: not compared yet.
alter table external_customer
  add column followed jsonb,
  add column told jsonb;

alter table external_task drop constraint external_task_kind_check;
-- older servers: the list only grows; what they write is in it, and a task of a kind unknown to them waits for one that knows it.
alter table external_task add constraint external_task_kind_check
  check (kind in ('terminate', 'notice', 'extend', 'book', 'document_dates', 'payment', 'customer'));
